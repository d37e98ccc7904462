import type { CollectionConfig } from 'payload'
import { blocksField } from '@/lib/server/cms/blocks/page-blocks'
import { siteMenu } from '@/lib/server/cms/collections/common'
import { day, image, localizedTextarea, names, pageTitle, sidebar, words } from '@/lib/server/cms/fields/basic-fields'
import { draftable, previews, translationGaps } from '@/lib/server/cms/fields/draftable'
import { pageMetaTab } from '@/lib/server/cms/fields/page-meta'
import { slugField } from '@/lib/server/cms/fields/slug'

export const News: CollectionConfig = {
  slug: 'news',
  labels: names(words('Новина', 'News item', 'Новость'), words('Новини', 'News', 'Новости')),
  defaultSort: '-published_at',
  ...draftable,
  admin: {
    useAsTitle: 'title',
    defaultColumns: ['title', 'published_at', 'translations', '_status'],
    listSearchableFields: ['title', 'slug'],
    ...siteMenu,
    description: words(
      'Щоб новина з’явилася пізніше, оберіть «Запланувати публікацію» біля кнопки «Опублікувати».',
      'To let an item appear later, choose “Schedule publish” beside the button “Publish”.',
      'Чтобы новость появилась позже, выберите «Запланировать публикацию» рядом с кнопкой «Опубликовать».',
    ),
    ...previews(({ slug }) => (typeof slug === 'string' && slug !== '' ? `/news/${slug}` : null)),
  },
  fields: [
    pageTitle(),
    {
      type: 'tabs',
      tabs: [
        {
          label: words('Зміст', 'Content', 'Содержание'),
          fields: [
            localizedTextarea('summary', words('Анонс', 'Summary', 'Анонс'), { maxLength: 400 }),
            image(),
            blocksField(),
          ],
        },
        pageMetaTab(),
      ],
    },
    day('published_at', words('Дата', 'Date', 'Дата'), {
      required: true,
      index: true,
      defaultValue: () => new Date().toISOString(),
      admin: {
        ...sidebar,
        description: words(
          'Дата під заголовком і місце в переліку.',
          'The date under the title and the place in the list.',
          'Дата под заголовком и место в списке.',
        ),
      },
    }),
    slugField(),
    translationGaps,
  ],
}
