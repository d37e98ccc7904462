import type { CollectionConfig } from 'payload'
import { CONTENT_ROLES, hiddenExcept } from '@/lib/server/cms/access'
import { blocksField } from '@/lib/server/cms/blocks/page-blocks'
import { draftable, previews, translationGaps } from '@/lib/server/cms/fields/draftable'
import { pageMetaTab } from '@/lib/server/cms/fields/page-meta'
import { slugField } from '@/lib/server/cms/fields/slug'
import { names, words, pageTitle } from '@/lib/server/cms/words'

export const News: CollectionConfig = {
  slug: 'news',
  labels: names(words('Новина', 'News item', 'Новость'), words('Новини', 'News', 'Новости')),
  defaultSort: '-published_at',
  ...draftable,
  admin: {
    useAsTitle: 'title',
    defaultColumns: ['title', 'published_at', 'translations', '_status'],
    listSearchableFields: ['title', 'slug'],
    group: words('Сайт', 'Site', 'Сайт'),
    hidden: hiddenExcept(CONTENT_ROLES),
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
            {
              name: 'summary',
              type: 'textarea',
              localized: true,
              required: true,
              maxLength: 400,
              label: words('Анонс', 'Summary', 'Анонс'),
            },
            {
              name: 'image',
              type: 'upload',
              relationTo: 'media',
              filterOptions: { mimeType: { contains: 'image/' } },
              label: words('Зображення', 'Image', 'Изображение'),
            },
            blocksField(),
          ],
        },
        pageMetaTab(),
      ],
    },
    {
      name: 'published_at',
      type: 'date',
      required: true,
      index: true,
      defaultValue: () => new Date().toISOString(),
      label: words('Дата', 'Date', 'Дата'),
      admin: {
        position: 'sidebar',
        date: { pickerAppearance: 'dayOnly', displayFormat: 'dd.MM.yyyy' },
        description: words(
          'Дата під заголовком і місце в переліку.',
          'The date under the title and the place in the list.',
          'Дата под заголовком и место в списке.',
        ),
      },
    },
    slugField(),
    translationGaps,
  ],
}
