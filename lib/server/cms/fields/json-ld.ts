import type { TextareaField, TextareaFieldValidation } from 'payload'
import { say } from '@/lib/server/cms/translations/say'
import type { PortalTextKey } from '@/lib/server/cms/translations/texts'
import type { Words } from '@/lib/server/cms/words'

const MAXIMUM_LENGTH = 20_000

/** What is wrong with a structured-data snippet; null for a sound one. */
export function faultOfJsonLd(text: string): PortalTextKey | null {
  if (text.length > MAXIMUM_LENGTH) return 'jsonLdTooLong'
  // The site encodes what it writes into pages; a snippet that tries to leave its script element is refused all the same.
  if (/<\s*\/?\s*script|<!--|\]\]>/i.test(text)) return 'jsonLdUnsafe'
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    return 'jsonLdUnreadable'
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return 'jsonLdNoObject'
  const named = value as Record<string, unknown>
  if (!('@type' in named) && !('@graph' in named)) return 'jsonLdNoType'
  const context = named['@context']
  return typeof context === 'string' && /^https?:\/\/schema\.org\/?$/.test(context) ? null : 'jsonLdNoContext'
}

const validate: TextareaFieldValidation = (value, { req }) => {
  if (value === null || value === undefined || value.trim() === '') return true
  const fault = faultOfJsonLd(value)
  return fault === null ? true : say(req, fault)
}

/** One JSON-LD object as text. A plain field: Payload’s code editor would load its program from another site. */
export function jsonLdField(name: string, label: Words, description?: Words): TextareaField {
  return { name, type: 'textarea', label, validate, admin: { rows: 6, description, className: 'code-field', placeholder: '{"@context": "https://schema.org", "@type": "…"}' } }
}
