import { COOKIES } from '@/lib/config/constants'

/** Where the chosen theme is kept; nothing there means: as the device says. */
export const THEME_KEY = 'theme'
export type Theme = 'light' | 'dark' | 'system'

/**
 * Runs before the first paint, so that neither a theme that was not chosen flashes, nor what a page built for everybody says to visitors
 * alone. Its text is constant: the Content-Security-Policy of pages with a nonce allows it by its hash (lib/http/security-headers.ts, kept equal by a test).
 */
export const THEME_SCRIPT = `try{var t=localStorage.getItem('${THEME_KEY}');if(t==='light'||t==='dark')document.documentElement.dataset.theme=t}catch(e){}if(/(?:^|; )${COOKIES.signedIn}=1(?:;|$)/.test(document.cookie))document.documentElement.dataset.signedIn=''`
