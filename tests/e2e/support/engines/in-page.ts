import { queryAllByLabelText, queryAllByRole, type ByRoleMatcher } from '@testing-library/dom'

/** Finds elements by role, label and text, as Playwright's locators do. Runs in the page of a browser without Playwright. */
export type ByRole = Extract<
  ByRoleMatcher,
  | 'alert'
  | 'article'
  | 'button'
  | 'checkbox'
  | 'dialog'
  | 'heading'
  | 'link'
  | 'listitem'
  | 'main'
  | 'radio'
  | 'region'
  | 'row'
  | 'status'
  | 'textbox'
>
type Wanted = string | { source: string; flags: string }

export type Step =
  | { role: ByRole; name?: Wanted; exact?: boolean; includeHidden?: boolean }
  | { label: Wanted; exact?: boolean }
  | { text: Wanted; exact?: boolean }
  | { hasText: Wanted }
  | { at: number }
  | { either: [readonly Step[], readonly Step[]] }

export interface Found {
  count: number
  visible: boolean
}

function find(steps: readonly Step[]): HTMLElement[] {
  let matches: HTMLElement[] = [document.documentElement]
  for (const step of steps) {
    if ('hasText' in step) matches = matches.filter((element) => fits(element.textContent, step.hasText))
    else if ('at' in step) matches = matches.slice(step.at, step.at + 1)
    else if ('either' in step) matches = inOrder(step.either.flatMap(find))
    else matches = inOrder(matches.flatMap((root) => query(root, step)))
  }
  return matches
}

function query(root: HTMLElement, step: Exclude<Step, { hasText: Wanted } | { at: number } | { either: unknown }>) {
  if ('role' in step) {
    const { name } = step
    return queryAllByRole(root, step.role, {
      hidden: step.includeHidden,
      ...(name !== undefined && { name: (text) => fits(text, name, step.exact) }),
    })
  }
  if ('label' in step) return queryAllByLabelText(root, (text) => fits(text, step.label, step.exact))
  const elements = [...root.querySelectorAll<HTMLElement>('body *:not(script, style, noscript, template)')]
  const fitting = elements.filter((element) => fits(element.textContent, step.text, step.exact))
  return fitting.filter((element) => !fitting.some((other) => other !== element && element.contains(other)))
}

function fits(text: string | null, wanted: Wanted, exact = false): boolean {
  const normal = normalize(text ?? '')
  if (typeof wanted !== 'string') return new RegExp(wanted.source, wanted.flags).test(normal)
  if (exact) return normal === normalize(wanted)
  return normal.toLowerCase().includes(normalize(wanted).toLowerCase())
}

function normalize(text: string): string {
  return text
    .replaceAll(/\u200B|\u00AD/g, '')
    .replaceAll(/\s+/g, ' ')
    .trim()
}

function inOrder(elements: readonly HTMLElement[]): HTMLElement[] {
  return [...new Set(elements)].sort((a, b) =>
    a.compareDocumentPosition(b) & Node.DOCUMENT_POSITION_FOLLOWING ? -1 : 1,
  )
}

function isVisible(element: HTMLElement): boolean {
  const { width, height } = element.getBoundingClientRect()
  return width > 0 && height > 0 && getComputedStyle(element).visibility === 'visible'
}

/** Scrolls the element into view; true if it does not move, is enabled, and nothing covers its centre. */
async function isReady(element: HTMLElement): Promise<boolean> {
  if (!isVisible(element) || element.matches(':disabled, [aria-disabled="true"]')) return false
  element.scrollIntoView({ block: 'center', behavior: 'instant' })
  const before = element.getBoundingClientRect()
  await new Promise(requestAnimationFrame)
  await new Promise(requestAnimationFrame)
  const { x, y, width, height } = element.getBoundingClientRect()
  const above = document.elementFromPoint(x + width / 2, y + height / 2)
  const labels = element instanceof HTMLInputElement ? [...(element.labels ?? [])] : []
  return before.x === x && before.y === y && [element, ...labels].some((each) => each.contains(above))
}

function findInPage(steps: readonly Step[]) {
  const matches = find(steps)
  const single = () => {
    if (matches.length > 1) throw new Error(`${matches.length} elements instead of one`)
    return matches[0] ?? null
  }
  return {
    one: single,
    seen: (): Found => ({ count: matches.length, visible: matches.length === 1 && isVisible(matches[0]!) }),
    ready: async () => single() !== null && isReady(matches[0]!),
    select: () => {
      matches[0]!.focus()
      if (matches[0] instanceof HTMLInputElement || matches[0] instanceof HTMLTextAreaElement) matches[0].select()
    },
  }
}

Object.assign(globalThis, { findInPage })
