/** Where the chosen theme is kept; nothing there means: as the device says. */
export const THEME_KEY = 'theme'
export type Theme = 'light' | 'dark' | 'system'

/**
 * Runs before the first paint, so that a chosen theme never flashes. Its text is constant: the Content-Security-Policy of
 * pages with a nonce allows it by its hash (lib/http/security-headers.ts, kept equal by a test).
 */
export const THEME_SCRIPT = `try{var t=localStorage.getItem('${THEME_KEY}');if(t==='light'||t==='dark')document.documentElement.dataset.theme=t}catch(e){}`
