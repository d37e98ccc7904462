import type { CollectionConfig } from 'payload'
import { CONTENT_ROLES, openTo } from '@/lib/server/cms/access'
import { announcedAndAudited, siteMenu } from '@/lib/server/cms/collections/common'
import { day, file, localizedText, names, relationship, row, words } from '@/lib/server/cms/fields/basic-fields'

/** Quality certificates of the raw materials, shown by category. */
export const Certificates: CollectionConfig = {
  slug: 'certificates',
  labels: names(words('certificate'), words('certificates')),
  defaultSort: '-issued_on',
  admin: {
    useAsTitle: 'title',
    defaultColumns: ['title', 'category', 'issued_on', 'valid_until'],
    ...siteMenu,
  },
  access: openTo(CONTENT_ROLES),
  hooks: announcedAndAudited,
  fields: [
    localizedText('title', words('name')),
    relationship('category', 'categories', words('rawMaterial'), {
      required: true,
      index: true,
    }),
    file(),
    row(day('issued_on', words('issuedOn'), { required: true }), day('valid_until', words('validUntil'))),
  ],
}
