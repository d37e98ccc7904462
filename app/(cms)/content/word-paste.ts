'use client'

import { toast } from '@payloadcms/ui'
import { useEffect } from 'react'
import { useCmsText } from '@/app/(cms)/content/cms-text'

/** Separates the cells of a table's row that becomes a line of text. */
const BETWEEN_CELLS = ' | '

/**
 * HTML from Word's clipboard with lists as lists and tables as lines of text; null if it is not from Word, or has neither.
 * Word writes an item of a list as a paragraph with its level in the style ("mso-list:l3 level2 lfo2") and its marker as text.
 */
export function convertWordHtml(html: string): { html: string; hasTable: boolean } | null {
  if (!/mso-|class=["']?Mso/.test(html)) return null
  const page = new DOMParser().parseFromString(html, 'text/html')
  const items = [...page.querySelectorAll<HTMLElement>('[style*="mso-list"]')].filter((item) => levelOf(item) !== null)
  const tables = [...page.querySelectorAll('table')]
  if (items.length === 0 && tables.length === 0) return null
  for (const item of items) if (item.isConnected && !isListItem(item.previousElementSibling)) nestList(page, item)
  for (const table of tables) if (!table.parentElement?.closest('table')) table.replaceWith(...rowsOf(page, table))
  return { html: page.body.innerHTML, hasTable: tables.length > 0 }
}

function levelOf(item: HTMLElement): number | null {
  const level = /mso-list:\s*l\d+\s+level(\d)/.exec(item.getAttribute('style') ?? '')?.[1]
  return level === undefined ? null : Number(level)
}

const isListItem = (element: Element | null): element is HTMLElement =>
  element instanceof HTMLElement && levelOf(element) !== null

/** Replaces an item and those that follow it by lists, one within the other by level. */
function nestList(page: Document, first: HTMLElement): void {
  const place = page.createComment('')
  first.before(place)
  const open: { level: number; list: HTMLElement }[] = []
  for (let item: Element | null = first; isListItem(item);) {
    const next: Element | null = item.nextElementSibling
    const level = levelOf(item) ?? 1
    const tag = takeMarker(item) ? 'ol' : 'ul'
    while (open.length > 1 && open.at(-1)!.level > level) open.pop()
    let current = open.at(-1)
    if (current === undefined || current.level < level) {
      const list = page.createElement(tag)
      if (current === undefined) place.replaceWith(list)
      else (current.list.lastElementChild ?? current.list).append(list)
      current = { level, list }
      open.push(current)
    } else if (current.list.localName !== tag) {
      const list = page.createElement(tag)
      current.list.after(list)
      current = { level, list }
      open[open.length - 1] = current
    }
    const entry = page.createElement('li')
    entry.append(...item.childNodes)
    current.list.append(entry)
    item.remove()
    item = next
  }
}

/** Removes an item's marker; returns whether it was a number or a letter. */
function takeMarker(item: HTMLElement): boolean {
  const marker = item.querySelector('[style*="mso-list:Ignore"], [style*="mso-list: Ignore"]')
  const isOrdered = /^\(?[\p{L}\d]{1,6}[.)]/u.test((marker?.textContent ?? '').trim())
  marker?.remove()
  return isOrdered
}

function rowsOf(page: Document, table: HTMLTableElement): HTMLElement[] {
  return [...table.rows].map((row) => {
    const line = page.createElement('p')
    line.textContent = [...row.cells]
      .map((cell) => (cell.textContent ?? '').replace(/\s+/g, ' ').trim())
      .join(BETWEEN_CELLS)
    return line
  })
}

/** Converts what an editor pastes from Word, and warns that a table was pasted as text. */
export function useWordPaste(): void {
  const { t } = useCmsText()
  useEffect(() => {
    let ownEvent: ClipboardEvent | null = null
    function paste(event: ClipboardEvent): void {
      const { target, clipboardData } = event
      if (event === ownEvent || clipboardData === null || !(target instanceof HTMLElement)) return
      if (target.closest('[data-lexical-editor]') === null) return
      const converted = convertWordHtml(clipboardData.getData('text/html'))
      if (converted === null) return
      event.preventDefault()
      event.stopImmediatePropagation()
      const data = new DataTransfer()
      data.setData('text/html', converted.html)
      data.setData('text/plain', clipboardData.getData('text/plain'))
      ownEvent = new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true })
      target.dispatchEvent(ownEvent)
      if (converted.hasTable) toast.info(t('pastedTable'))
    }
    document.addEventListener('paste', paste, true)
    return () => document.removeEventListener('paste', paste, true)
  }, [t])
}
