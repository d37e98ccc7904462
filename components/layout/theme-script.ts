import { COOKIES } from '@/lib/config/constants'

/** The key of the chosen theme in the browser's storage; the device's theme without it. */
export const THEME_KEY = 'theme'
export type Theme = 'light' | 'dark' | 'system'

/**
 * Prevents a flash of the wrong theme, of signed-out content or of the folded order form, and marks browsers that lack what scripts of the site need, in
 * syntax that they can read. Its text is constant: the Content-Security-Policy of pages with a
 * nonce allows it by its hash (lib/http/security-headers.ts; a test keeps them equal).
 */
export const THEME_SCRIPT = `try{var t=localStorage.getItem('${THEME_KEY}');if(t==='light'||t==='dark')document.documentElement.dataset.theme=t}catch(e){}try{if(/(?:^|; )${COOKIES.signedIn}=1(?:;|$)/.test(document.cookie))document.documentElement.dataset.signedIn=''}catch(e){}try{if(/^#order/.test(location.hash))document.documentElement.dataset.order=''}catch(e){}try{if(!(AbortSignal.timeout&&Object.hasOwn&&CSS.supports('container-type','inline-size')&&new RegExp('(?<=a)')))throw 0}catch(e){document.documentElement.setAttribute('data-outdated','')}`
