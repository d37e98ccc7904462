import type { Locale } from '@/lib/config/constants'
import { localeOrDefault } from '@/lib/i18n/locales'
import { LOT_LABELS, type LotLabels } from '@/lib/i18n/lot-labels'
import en from './messages/en.json' with { type: 'json' }
import ru from './messages/ru.json' with { type: 'json' }
import uk from './messages/uk.json' with { type: 'json' }

/** By the Ukrainian keys; a test compares those of the other languages with them. */
type CmsMessages = Omit<typeof uk, 'payload'>

/** Refusals, and texts of the portal's own parts of the editors' forms. */
type CmsTextKey = keyof CmsMessages['portal']
export type PortalTextKey = CmsTextKey | keyof LotLabels['faults']
/** Names and hints of collections, fields and blocks. */
export type FieldTextKey = keyof CmsMessages['fields']

export const MESSAGES: Record<Locale, CmsMessages> = { uk, en, ru }

/**
 * Texts for Payload's i18n. Those under `payload` replace texts of Payload that put a name into a sentence that needs another case or
 * gender, call languages "locales", or name the product.
 */
export const portalTranslations = {
  uk: { ...uk.payload, portal: uk.portal },
  en: { ...en.payload, portal: en.portal },
  ru: { ...ru.payload, portal: ru.portal },
}

/** A text of the editors' forms in the language of the request. */
export function translate(
  req: { i18n: { language: string } },
  key: PortalTextKey,
  values: Record<string, string | number> = {},
): string {
  const language = localeOrDefault(req.i18n.language)
  const texts: Readonly<Record<PortalTextKey, string>> = {
    ...MESSAGES[language].portal,
    ...LOT_LABELS[language].faults,
  }
  return texts[key].replace(/\{\{(\w+)\}\}/g, (whole, name: string) => String(values[name] ?? whole))
}
