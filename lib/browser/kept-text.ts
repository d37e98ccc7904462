/**
 * What was typed in this tab and not sent yet, which outlives leaving the page to sign in again. A key names whose text it is, so that
 * nobody else who signs in here finds it.
 */
export function keptText(key: string): string {
  try {
    return window.sessionStorage.getItem(key) ?? ''
  } catch {
    return ''
  }
}

/** Nothing typed is nothing kept: so is what was sent, or left on purpose. */
export function keepText(key: string, text: string): void {
  try {
    if (text === '') window.sessionStorage.removeItem(key)
    else window.sessionStorage.setItem(key, text)
  } catch {
    // A browser that keeps nothing (private windows, a full store) still sends.
  }
}
