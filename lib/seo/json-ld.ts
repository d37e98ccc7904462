import type { Thing, WithContext } from 'schema-dts'

export type StructuredData = WithContext<Thing>

/** Structured data as text for a script element: nothing in it can end the element or begin another. */
export function encodeJsonLd(value: unknown): string {
  return JSON.stringify(value).replace(/[<>&\u2028\u2029]/g, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`)
}

/** A snippet that an editor wrote; null where it is not one JSON object, so that a slip never reaches the page. */
export function parseSnippet(text: string): object | null {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : null
  } catch {
    return null
  }
}
