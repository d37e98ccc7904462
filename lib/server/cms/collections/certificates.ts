import type { CollectionConfig } from 'payload'
import { CONTENT_ROLES, hiddenExcept, openTo } from '@/lib/server/cms/access'
import { announceChange, announceDelete } from '@/lib/server/cms/hooks/announce-change'
import { auditChange, auditDelete } from '@/lib/server/cms/hooks/audit-change'
import { names, words } from '@/lib/server/cms/words'

/** Quality certificates of the raw materials, shown by category. */
export const Certificates: CollectionConfig = {
  slug: 'certificates',
  labels: names(words('Сертифікат', 'Certificate', 'Сертификат'), words('Сертифікати', 'Certificates', 'Сертификаты')),
  defaultSort: '-issued_on',
  admin: {
    useAsTitle: 'title',
    defaultColumns: ['title', 'category', 'issued_on', 'valid_until'],
    group: words('Сайт', 'Site', 'Сайт'),
    hidden: hiddenExcept(CONTENT_ROLES),
  },
  access: openTo(CONTENT_ROLES),
  hooks: { afterChange: [announceChange, auditChange], afterDelete: [announceDelete, auditDelete] },
  fields: [
    { name: 'title', type: 'text', localized: true, required: true, label: words('Назва', 'Name', 'Название') },
    {
      name: 'category',
      type: 'relationship',
      relationTo: 'categories',
      required: true,
      index: true,
      label: words('Вид сировини', 'Raw material', 'Вид сырья'),
    },
    { name: 'file', type: 'upload', relationTo: 'media', required: true, label: words('Файл', 'File', 'Файл') },
    {
      type: 'row',
      fields: [
        {
          name: 'issued_on',
          type: 'date',
          required: true,
          label: words('Видано', 'Issued on', 'Выдан'),
          admin: { width: '50%', date: { displayFormat: 'dd.MM.yyyy' } },
        },
        {
          name: 'valid_until',
          type: 'date',
          label: words('Чинний до', 'Valid until', 'Действителен до'),
          admin: { width: '50%', date: { displayFormat: 'dd.MM.yyyy' } },
        },
      ],
    },
  ],
}
