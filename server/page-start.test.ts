import { describe, expect, it } from '@jest/globals'
import { withStart } from './page-start'

const page = `<!DOCTYPE html><html><head><link rel="stylesheet" href="/a.css"/><link rel="preload" as="script" fetchPriority="low" href="/main.js"/><script src="/one.js" async=""></script><script src="/two.js" async=""></script><script>theme()</script><script src="/old.js" noModule=""></script></head><body><main>Text</main><script>self.__next_f.push([0])</script><script src="/main.js" async=""></script></body></html>`

const headers = { 'content-type': 'text/html; charset=utf-8', etag: '"abc"' }
const startWhenWanted = (html: string, start: string) =>
  withStart({ headers, body: Buffer.from(html) }, start).body.toString()

describe('the scripts of a finished page', () => {
  it('stand as addresses on the one that begins them, the last of the head; all else stays as it was', () => {
    expect(startWhenWanted(page, 'start()')).toBe(
      `<!DOCTYPE html><html><head><link rel="stylesheet" href="/a.css"/><script>theme()</script><script src="/old.js" noModule=""></script><script data-scripts="/one.js /two.js /main.js">start()</script></head><body><main>Text</main><script>self.__next_f.push([0])</script></body></html>`,
    )
  })

  it('are left alone where there are none, or no head', () => {
    for (const other of ['<html><head></head><body>Text</body></html>', '<script src="/one.js" async=""></script>', ''])
      expect(startWhenWanted(other, 'start()')).toBe(other)
  })

  it('takes the text of the script as it is', () => {
    expect(startWhenWanted(page, "a='$&$1'")).toContain("a='$&$1'</script></head>")
  })

  it('has another tag than the page as Next answers it, by the script as well', () => {
    const body = Buffer.from(page)
    const tags = ['start()', 'begin()'].map((start) => withStart({ headers, body }, start).headers.etag)
    expect(new Set([headers.etag, ...tags]).size).toBe(3)
    for (const tag of tags) expect(tag).toMatch(/^"abc-[\w-]{8}"$/)
    expect(withStart({ headers: { ...headers, etag: undefined }, body }, 'start()').headers.etag).toBeUndefined()
  })

  it('stay in an answer that is no document', () => {
    const answer = { headers: { 'content-type': 'text/x-component', etag: '"abc"' }, body: Buffer.from(page) }
    expect(withStart(answer, 'start()')).toBe(answer)
  })
})
