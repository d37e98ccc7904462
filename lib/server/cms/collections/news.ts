import type { CollectionConfig } from 'payload'
import { blocksField } from '@/lib/server/cms/blocks/page-blocks'
import { siteMenu } from '@/lib/server/cms/collections/common'
import { day, image, localizedTextarea, names, pageTitle, sidebar, words } from '@/lib/server/cms/fields/basic-fields'
import { draftable, previews, publishing, translationGaps } from '@/lib/server/cms/fields/draftable'
import { pageMetaTab } from '@/lib/server/cms/fields/page-meta'
import { slugField } from '@/lib/server/cms/fields/slug'

export const News: CollectionConfig = {
  slug: 'news',
  labels: names(words('newsItem'), words('news')),
  defaultSort: '-published_at',
  ...draftable,
  admin: {
    useAsTitle: 'title',
    defaultColumns: ['title', 'published_at', 'translations', '_status'],
    enableListViewSelectAPI: true,
    listSearchableFields: ['title', 'slug'],
    ...siteMenu,
    description: words('newsHint'),
    ...publishing,
    ...previews(({ slug }) => (typeof slug === 'string' && slug !== '' ? `/news/${slug}` : null)),
  },
  fields: [
    pageTitle(),
    {
      type: 'tabs',
      tabs: [
        {
          label: words('content'),
          fields: [localizedTextarea('summary', words('summary'), { maxLength: 400 }), image(), blocksField()],
        },
        pageMetaTab(),
      ],
    },
    day('published_at', words('date'), {
      required: true,
      index: true,
      defaultValue: () => new Date().toISOString(),
      admin: {
        ...sidebar,
        description: words('publicationDateHint'),
      },
    }),
    slugField(),
    translationGaps,
  ],
}
