import type { Field, GroupField, UnnamedTab } from 'payload'
import { jsonLdField } from '@/lib/server/cms/fields/json-ld'
import { webAddressField } from '@/lib/server/cms/fields/links'
import { names, words } from '@/lib/server/cms/words'

const siteFills = words(
  'Порожні поля сайт заповнює сам: з назви, анонсу й налаштувань.',
  'What is left empty the site fills in itself: from the title, the summary and the settings.',
  'Пустые поля сайт заполняет сам: из названия, анонса и настроек.',
)

const openGraph: Field[] = [
  { name: 'title', type: 'text', localized: true, maxLength: 120, label: words('Заголовок', 'Title', 'Заголовок') },
  { name: 'description', type: 'textarea', localized: true, maxLength: 320, label: words('Опис', 'Description', 'Описание') },
  { name: 'image', type: 'upload', relationTo: 'media', filterOptions: { mimeType: { contains: 'image/' } }, label: words('Зображення', 'Image', 'Изображение') },
  webAddressField('url', words('Адреса', 'Address', 'Адрес')),
  {
    type: 'row',
    fields: [
      {
        name: 'type',
        type: 'select',
        label: words('Тип', 'Type', 'Тип'),
        admin: { width: '33%' },
        options: [
          { value: 'website', label: words('Сайт', 'Website', 'Сайт') },
          { value: 'article', label: words('Стаття', 'Article', 'Статья') },
          { value: 'product', label: words('Товар', 'Product', 'Товар') },
        ],
      },
      {
        name: 'locale',
        type: 'select',
        localized: true,
        label: words('Мова', 'Locale', 'Язык'),
        admin: { width: '33%' },
        options: [
          { value: 'uk_UA', label: 'uk_UA' },
          { value: 'en_US', label: 'en_US' },
          { value: 'en_GB', label: 'en_GB' },
          { value: 'ru_UA', label: 'ru_UA' },
        ],
      },
      { name: 'site_name', type: 'text', localized: true, maxLength: 120, label: words('Назва сайту', 'Site name', 'Название сайта'), admin: { width: '33%' } },
    ],
  },
]

/** Every field of the specification’s page meta (point 3). */
export function pageMetaGroup(): GroupField {
  return {
    name: 'meta',
    type: 'group',
    label: words('Для пошуковиків і соцмереж', 'For search engines and social networks', 'Для поисковиков и соцсетей'),
    admin: { description: siteFills },
    fields: [
      { name: 'title', type: 'text', localized: true, maxLength: 120, label: words('Заголовок сторінки', 'Page title', 'Заголовок страницы') },
      { name: 'description', type: 'textarea', localized: true, maxLength: 320, label: words('Опис', 'Description', 'Описание') },
      {
        name: 'favicon',
        type: 'upload',
        relationTo: 'media',
        filterOptions: { mimeType: { contains: 'image/' } },
        label: words('Значок вкладки', 'Tab icon', 'Значок вкладки'),
      },
      { name: 'og', type: 'group', label: words('Соціальні мережі (Open Graph)', 'Social networks (Open Graph)', 'Социальные сети (Open Graph)'), fields: openGraph },
      jsonLdField('schema', words('Структуровані дані (JSON-LD)', 'Structured data (JSON-LD)', 'Структурированные данные (JSON-LD)')),
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
