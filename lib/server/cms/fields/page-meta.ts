import type { Field, GroupField, TextareaField, TextareaFieldValidation, UnnamedTab } from 'payload'
import {
  image,
  localizedText,
  localizedTextarea,
  names,
  row,
  select,
  type LocalizedText,
  localized,
} from '@/lib/server/cms/fields/basic-fields'
import { translate, type PortalTextKey } from '@/lib/server/cms/translations'
import { webAddressField } from './links'

const MAX_LENGTH = 20_000

/** The fault of a structured-data snippet; null for none. */
export function faultOfJsonLd(text: string): PortalTextKey | null {
  if (text.length > MAX_LENGTH) return 'jsonLdTooLong'
  // The site encodes snippets in its pages; one that tries to close its script element is refused anyway.
  if (/<[\s/]*script|<!--|\]\]>/i.test(text)) return 'jsonLdUnsafe'
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
  return fault === null ? true : translate(req, fault)
}

/** One JSON-LD object as text. Payload's code field would load its editor from another site. */
function jsonLdField(name: string, label: LocalizedText): TextareaField {
  return {
    name,
    type: 'textarea',
    label,
    validate,
    admin: {
      rows: 6,
      className: 'code-field',
      placeholder: '{"@context": "https://schema.org", "@type": "…"}',
    },
  }
}

const openGraph: Field[] = [
  localizedText('title', localized('title'), { required: false, maxLength: 120 }),
  localizedTextarea('description', localized('description'), { required: false, maxLength: 320 }),
  image(),
  webAddressField('url', localized('address')),
  row(
    select(
      'type',
      localized('type'),
      {
        website: localized('website'),
        article: localized('article'),
        product: localized('product'),
      },
      { required: false },
    ),
    select(
      'locale',
      localized('locale'),
      { uk_UA: 'uk_UA', en_US: 'en_US', en_GB: 'en_GB', ru_UA: 'ru_UA' },
      { required: false, localized: true },
    ),
    localizedText('site_name', localized('siteName'), {
      required: false,
      maxLength: 120,
    }),
  ),
]

/** The specification’s page meta (point 3). */
export function pageMetaGroup(): GroupField {
  return {
    name: 'meta',
    type: 'group',
    label: localized('forSearchAndNetworks'),
    admin: { description: localized('siteFills') },
    fields: [
      localizedText('title', localized('pageTitle'), {
        required: false,
        maxLength: 120,
      }),
      localizedTextarea('description', localized('description'), { required: false, maxLength: 320 }),
      image('favicon', localized('tabIcon')),
      {
        name: 'og',
        type: 'group',
        label: localized('socialNetworksOpenGraph'),
        fields: openGraph,
      },
      jsonLdField('schema', localized('structuredDataJsonLd')),
      {
        name: 'micro_marking',
        type: 'array',
        maxRows: 10,
        label: localized('furtherMicroMarking'),
        labels: names(localized('snippet'), localized('snippets')),
        admin: { initCollapsed: true },
        fields: [jsonLdField('snippet', localized('jsonLdSnippet'))],
      },
    ],
  }
}

export function pageMetaTab(): UnnamedTab {
  return { label: localized('forSearchEngines'), fields: [pageMetaGroup()] }
}
