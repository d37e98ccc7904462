import { localeOrDefault } from '@/lib/i18n/locales'
import type { Locale } from '@/lib/config/constants'
import { LOT_LABELS } from '@/lib/i18n/lot-labels'
import en from './messages/en.json' with { type: 'json' }
import ru from './messages/ru.json' with { type: 'json' }
import uk from './messages/uk.json' with { type: 'json' }

/** By the Ukrainian keys; a test compares those of the other languages with them. */
type OfficeMessages = Omit<typeof uk, 'payload'>

/** Refusals and texts of the sign-in pages. */
export type PortalTextKey = keyof OfficeMessages['portal']
/** Names and hints of collections, fields and blocks. */
export type FieldTextKey = keyof OfficeMessages['fields']
/** Texts of the portal's own views and names of fields. A key like `auction_draft` names a value of a record. */
export type OfficeTextKey = keyof OfficeMessages['office'] | FieldTextKey | keyof ReturnType<typeof lotTextsIn>

export const MESSAGES: Record<Locale, OfficeMessages> = { uk, en, ru }

/**
 * Texts for Payload's i18n. Those under `payload` replace texts of Payload that put a name into a sentence that needs another case or
 * gender, call languages "locales", or name the product.
 */
export const portalTranslations = {
  uk: translationsOf(uk, 'uk'),
  en: translationsOf(en, 'en'),
  ru: translationsOf(ru, 'ru'),
}

function translationsOf<Payload extends object>(messages: OfficeMessages & { payload: Payload }, locale: Locale) {
  const { payload, portal, office, fields } = messages
  return { ...payload, portal, office: { ...fields, ...office, ...lotTextsIn(locale) } }
}

/** A lot's labels, which the site and the papers share, under the keys of the back office: `office:lot_volume`. */
function lotTextsIn(locale: Locale) {
  const { fields, visibility, documents } = LOT_LABELS[locale]
  return { ...prefixed('lot', fields), ...prefixed('visibility', visibility), ...prefixed('document', documents) }
}

function prefixed<Prefix extends string, Name extends string>(prefix: Prefix, texts: Record<Name, string>) {
  return Object.fromEntries(Object.entries(texts).map(([name, text]) => [`${prefix}_${name}`, text])) as Record<
    `${Prefix}_${Name}`,
    string
  >
}

/** A text of the back office in the language of the request. */
export function translate(
  req: { i18n: { language: string } },
  key: PortalTextKey,
  values: Record<string, string | number> = {},
): string {
  const text = MESSAGES[localeOrDefault(req.i18n.language)].portal[key]
  return text.replace(/\{\{(\w+)\}\}/g, (whole, name: string) => String(values[name] ?? whole))
}
