import type { CollectionConfig } from 'payload';
import { CONTENT_ROLES, hiddenExcept, only } from '@/lib/server/cms/access';
import { pageMetaTab } from '@/lib/server/cms/fields/page-meta';
import { slugField } from '@/lib/server/cms/fields/slug';
import { announceChange, announceDelete } from '@/lib/server/cms/hooks/announce-change';
import { publishByDefault } from '@/lib/server/cms/hooks/publish-by-default';
import { names, words } from '@/lib/server/cms/words';

export const News: CollectionConfig = {
  slug: 'news',
  labels: names(words('Новина', 'News item', 'Новость'), words('Новини', 'News', 'Новости')),
  defaultSort: '-published_at',
  admin: {
    useAsTitle: 'title',
    defaultColumns: ['title', 'published_at', '_status'],
    group: words('Сайт', 'Site', 'Сайт'),
    hidden: hiddenExcept(CONTENT_ROLES),
  },
  access: {
    create: only(CONTENT_ROLES),
    read: only(CONTENT_ROLES),
    update: only(CONTENT_ROLES),
    delete: only(CONTENT_ROLES),
    readVersions: only(CONTENT_ROLES),
  },
  versions: { drafts: true, maxPerDoc: 50 },
  hooks: { beforeOperation: [publishByDefault], afterChange: [announceChange], afterDelete: [announceDelete] },
  fields: [
    { name: 'title', type: 'text', localized: true, required: true, label: words('Заголовок', 'Title', 'Заголовок') },
    {
      type: 'tabs',
      tabs: [
        {
          label: words('Зміст', 'Content', 'Содержание'),
          fields: [
            { name: 'summary', type: 'textarea', localized: true, required: true, maxLength: 400, label: words('Анонс', 'Summary', 'Анонс') },
            { name: 'image', type: 'upload', relationTo: 'media', label: words('Зображення', 'Image', 'Изображение') },
            { name: 'content', type: 'richText', localized: true, label: words('Текст', 'Text', 'Текст') },
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
      admin: { position: 'sidebar', date: { pickerAppearance: 'dayOnly', displayFormat: 'dd.MM.yyyy' } },
    },
    slugField(),
  ],
};
