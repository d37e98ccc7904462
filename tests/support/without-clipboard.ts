/** Makes the page one over http, which may not copy. The next set-up of user events brings the clipboard back. */
export function withoutClipboard(): void {
  Reflect.deleteProperty(navigator, 'clipboard')
}
