import type { CollectionConfig } from 'payload'
import { blocksField } from '@/lib/server/cms/blocks/page-blocks'
import { siteMenu } from '@/lib/server/cms/collections/common'
import { names, pageTitle, words } from '@/lib/server/cms/fields/basic-fields'
import { draftable, previews, publishing, translationGaps } from '@/lib/server/cms/fields/draftable'
import { pageMetaTab } from '@/lib/server/cms/fields/page-meta'
import { slugField } from '@/lib/server/cms/fields/slug'

/** Free-form content pages, such as the privacy policy. */
export const Pages: CollectionConfig = {
  slug: 'pages',
  labels: names(words('page'), words('pages')),
  ...draftable,
  admin: {
    useAsTitle: 'title',
    defaultColumns: ['title', 'slug', 'translations', 'updatedAt', '_status'],
    enableListViewSelectAPI: true,
    listSearchableFields: ['title', 'slug'],
    ...siteMenu,
    description: words('pagesHint'),
    ...publishing,
    ...previews(({ slug }) => (typeof slug === 'string' && slug !== '' ? `/${slug}` : null)),
  },
  fields: [
    pageTitle(),
    {
      type: 'tabs',
      tabs: [{ label: words('content'), fields: [blocksField()] }, pageMetaTab()],
    },
    slugField('title', { beside: true }),
    translationGaps,
  ],
}
