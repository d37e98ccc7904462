import type { Field, GroupField, TextareaField, TextareaFieldValidation, UnnamedTab } from 'payload'
import {
  image,
  localizedText,
  localizedTextarea,
  names,
  row,
  select,
  type Words,
  words,
} from '@/lib/server/cms/fields/basic-fields'
import { say, type PortalTextKey } from '@/lib/server/cms/translations'
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
  return fault === null ? true : say(req, fault)
}

/** One JSON-LD object as text. Not Payload's code field, which loads its editor from another site. */
function jsonLdField(name: string, label: Words, description?: Words): TextareaField {
  return {
    name,
    type: 'textarea',
    label,
    validate,
    admin: {
      rows: 6,
      description,
      className: 'code-field',
      placeholder: '{"@context": "https://schema.org", "@type": "…"}',
    },
  }
}

const openGraph: Field[] = [
  localizedText('title', words('title'), { required: false, maxLength: 120 }),
  localizedTextarea('description', words('description'), { required: false, maxLength: 320 }),
  image(),
  webAddressField('url', words('address')),
  row(
    select(
      'type',
      words('type'),
      {
        website: words('website'),
        article: words('article'),
        product: words('product'),
      },
      { required: false },
    ),
    select(
      'locale',
      words('locale'),
      { uk_UA: 'uk_UA', en_US: 'en_US', en_GB: 'en_GB', ru_UA: 'ru_UA' },
      { required: false, localized: true },
    ),
    localizedText('site_name', words('siteName'), {
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
    label: words('forSearchAndNetworks'),
    admin: { description: words('siteFills') },
    fields: [
      localizedText('title', words('pageTitle'), {
        required: false,
        maxLength: 120,
      }),
      localizedTextarea('description', words('description'), { required: false, maxLength: 320 }),
      image('favicon', words('tabIcon')),
      {
        name: 'og',
        type: 'group',
        label: words('socialNetworksOpenGraph'),
        fields: openGraph,
      },
      jsonLdField('schema', words('structuredDataJsonLd')),
      {
        name: 'micro_marking',
        type: 'array',
        maxRows: 10,
        label: words('furtherMicroMarking'),
        labels: names(words('snippet'), words('snippets')),
        admin: { initCollapsed: true },
        fields: [jsonLdField('snippet', words('jsonLdSnippet'))],
      },
    ],
  }
}

export function pageMetaTab(): UnnamedTab {
  return { label: words('forSearchEngines'), fields: [pageMetaGroup()] }
}
