/**
 * Makes the page behave as over http, where copying is not allowed. The next set-up of user events restores the
 * clipboard.
 */
export function withoutClipboard(): void {
  Reflect.deleteProperty(navigator, 'clipboard')
}
