import type { CollectionConfig } from 'payload';
import { CONTENT_ROLES, hiddenExcept, only } from '@/lib/server/cms/access';
import { pageMetaTab } from '@/lib/server/cms/fields/page-meta';
import { slugField } from '@/lib/server/cms/fields/slug';
import { announceChange, announceDelete } from '@/lib/server/cms/hooks/announce-change';
import { publishByDefault } from '@/lib/server/cms/hooks/publish-by-default';
import { names, words } from '@/lib/server/cms/words';

/** Free-form content pages, such as the privacy policy. */
export const Pages: CollectionConfig = {
  slug: 'pages',
  labels: names(words('Сторінка', 'Page', 'Страница'), words('Сторінки', 'Pages', 'Страницы')),
  admin: {
    useAsTitle: 'title',
    defaultColumns: ['title', 'slug', 'updatedAt', '_status'],
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
          fields: [{ name: 'content', type: 'richText', localized: true, label: words('Текст', 'Text', 'Текст') }],
        },
        pageMetaTab(),
      ],
    },
    slugField(),
  ],
};
