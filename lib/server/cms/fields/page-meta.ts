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

const MAXIMUM_LENGTH = 20_000

/** What is wrong with a structured-data snippet; null for a sound one. */
function faultOfJsonLd(text: string): PortalTextKey | null {
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

const siteFills = words(
  'Порожні поля сайт заповнює сам: з назви, анонсу й налаштувань.',
  'What is left empty the site fills in itself: from the title, the summary and the settings.',
  'Пустые поля сайт заполняет сам: из названия, анонса и настроек.',
)

const openGraph: Field[] = [
  localizedText('title', words('Заголовок', 'Title', 'Заголовок'), { required: false, maxLength: 120 }),
  localizedTextarea('description', words('Опис', 'Description', 'Описание'), { required: false, maxLength: 320 }),
  image(),
  webAddressField('url', words('Адреса', 'Address', 'Адрес')),
  row(
    select(
      'type',
      words('Тип', 'Type', 'Тип'),
      {
        website: words('Сайт', 'Website', 'Сайт'),
        article: words('Стаття', 'Article', 'Статья'),
        product: words('Товар', 'Product', 'Товар'),
      },
      { required: false },
    ),
    select(
      'locale',
      words('Мова', 'Locale', 'Язык'),
      { uk_UA: 'uk_UA', en_US: 'en_US', en_GB: 'en_GB', ru_UA: 'ru_UA' },
      { required: false, localized: true },
    ),
    localizedText('site_name', words('Назва сайту', 'Site name', 'Название сайта'), {
      required: false,
      maxLength: 120,
    }),
  ),
]

/** Every field of the specification’s page meta (point 3). */
export function pageMetaGroup(): GroupField {
  return {
    name: 'meta',
    type: 'group',
    label: words('Для пошуковиків і соцмереж', 'For search engines and social networks', 'Для поисковиков и соцсетей'),
    admin: { description: siteFills },
    fields: [
      localizedText('title', words('Заголовок сторінки', 'Page title', 'Заголовок страницы'), {
        required: false,
        maxLength: 120,
      }),
      localizedTextarea('description', words('Опис', 'Description', 'Описание'), { required: false, maxLength: 320 }),
      image('favicon', words('Значок вкладки', 'Tab icon', 'Значок вкладки')),
      {
        name: 'og',
        type: 'group',
        label: words('Соціальні мережі (Open Graph)', 'Social networks (Open Graph)', 'Социальные сети (Open Graph)'),
        fields: openGraph,
      },
      jsonLdField(
        'schema',
        words('Структуровані дані (JSON-LD)', 'Structured data (JSON-LD)', 'Структурированные данные (JSON-LD)'),
      ),
      {
        name: 'micro_marking',
        type: 'array',
        maxRows: 10,
        label: words('Додаткова мікророзмітка', 'Further micro-marking', 'Дополнительная микроразметка'),
        labels: names(words('Фрагмент', 'Snippet', 'Фрагмент'), words('Фрагменти', 'Snippets', 'Фрагменты')),
        admin: { initCollapsed: true },
        fields: [jsonLdField('snippet', words('Фрагмент JSON-LD', 'JSON-LD snippet', 'Фрагмент JSON-LD'))],
      },
    ],
  }
}

/** What search engines and social networks read of a page. */
export function pageMetaTab(): UnnamedTab {
  return { label: words('Для пошуковиків', 'For search engines', 'Для поисковиков'), fields: [pageMetaGroup()] }
}
