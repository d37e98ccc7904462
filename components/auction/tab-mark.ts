/** What stands before the page's title in the tab, in this order. */
type Mark = 'verdict' | 'unread'

const ORDER: readonly Mark[] = ['verdict', 'unread']

const marks = new Map<Mark, string>()
/** What was put before the title last, so that it can be taken away again. */
let shown = ''

/** Puts a mark before the tab's title; calling what comes back takes it away. After a navigation the next page's title gets it. */
export function markTitle(mark: Mark, text: string): () => void {
  marks.set(mark, text)
  write()
  return () => {
    marks.delete(mark)
    write()
  }
}

function write() {
  const title = shown !== '' && document.title.startsWith(shown) ? document.title.slice(shown.length) : document.title
  shown = ORDER.flatMap((mark) => (marks.has(mark) ? [`${marks.get(mark)} `] : [])).join('')
  document.title = shown + title
}

/** Shows another icon in the tab, until what comes back is called. */
export function markIcon(address: string): () => void {
  const icons = [...document.querySelectorAll<HTMLLinkElement>('link[rel~="icon"]')]
  const before = icons.map((icon) => icon.getAttribute('href'))
  for (const icon of icons) icon.setAttribute('href', address)
  return () => {
    for (const [index, icon] of icons.entries()) {
      const own = before[index]
      if (own && icon.getAttribute('href') === address) icon.setAttribute('href', own)
    }
  }
}
