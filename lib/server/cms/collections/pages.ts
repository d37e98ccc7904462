import type { CollectionConfig } from 'payload'
import { blocksField } from '@/lib/server/cms/blocks/page-blocks'
import { siteMenu } from '@/lib/server/cms/collections/common'
import { names, pageTitle, words } from '@/lib/server/cms/fields/basic-fields'
import { draftable, previews, translationGaps } from '@/lib/server/cms/fields/draftable'
import { pageMetaTab } from '@/lib/server/cms/fields/page-meta'
import { slugField } from '@/lib/server/cms/fields/slug'

/** Free-form content pages, such as the privacy policy. */
export const Pages: CollectionConfig = {
  slug: 'pages',
  labels: names(words('Сторінка', 'Page', 'Страница'), words('Сторінки', 'Pages', 'Страницы')),
  ...draftable,
  admin: {
    useAsTitle: 'title',
    defaultColumns: ['title', 'slug', 'translations', 'updatedAt', '_status'],
    listSearchableFields: ['title', 'slug'],
    ...siteMenu,
    description: words(
      'Сторінки з довільним змістом. Адреса сторінки — це її шлях на сайті: /adresa.',
      'Pages of free content. A page’s address is its path on the site: /address.',
      'Страницы со свободным содержанием. Адрес страницы — это её путь на сайте: /adres.',
    ),
    ...previews(({ slug }) => (typeof slug === 'string' && slug !== '' ? `/${slug}` : null)),
  },
  fields: [
    pageTitle(),
    {
      type: 'tabs',
      tabs: [{ label: words('Зміст', 'Content', 'Содержание'), fields: [blocksField()] }, pageMetaTab()],
    },
    slugField('title', { beside: true }),
    translationGaps,
  ],
}
