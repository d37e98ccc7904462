/**
 * Removes the clipboard, as on a page over plain HTTP. The next setup of user events restores it.
 */
export function withoutClipboard(): void {
  Reflect.deleteProperty(navigator, 'clipboard')
}
