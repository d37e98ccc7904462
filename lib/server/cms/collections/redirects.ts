import type { CollectionConfig, TextFieldSingleValidation } from 'payload'
import { CONTENT_ROLES, openTo } from '@/lib/server/cms/access'
import { announcedAndAudited, siteMenu } from '@/lib/server/cms/collections/common'
import { names, text, words } from '@/lib/server/cms/fields/basic-fields'
import { isAnswered, isPath, leadsBack, MAXIMUM_PATH_LENGTH, normalizePath } from '@/lib/server/cms/redirects'
import { say } from '@/lib/server/cms/translations'

const validateFrom: TextFieldSingleValidation = async (value, { req }) => {
  if (typeof value !== 'string' || !isPath(value) || /[?#]/.test(value) || isTooLongEscaped(value))
    return say(req, 'pathShape')
  return (await isAnswered(req, normalizePath(value))) ? say(req, 'pathAnswered') : true
}

/** As browsers send it, which is how it is asked for. */
function isTooLongEscaped(path: string): boolean {
  return new URL(path, 'http://site').pathname.length > MAXIMUM_PATH_LENGTH
}

const validateTo: TextFieldSingleValidation = async (value, { req, siblingData, id }) => {
  if (typeof value !== 'string' || !isPath(value)) return say(req, 'pathShape')
  const from = (siblingData as { from?: unknown }).from
  if (typeof from !== 'string' || !isPath(from)) return true
  return (await leadsBack(req, { from: normalizePath(from), to: value, id: typeof id === 'number' ? id : null }))
    ? say(req, 'redirectLoop')
    : true
}

const normalize = ({ value }: { value?: unknown }): unknown =>
  typeof value === 'string' ? normalizePath(value) : value

/** Where a page has moved to. Made by itself when a published page or news item gets another address. */
export const Redirects: CollectionConfig = {
  slug: 'redirects',
  labels: names(words('redirect'), words('redirects')),
  defaultSort: '-createdAt',
  admin: {
    useAsTitle: 'from',
    defaultColumns: ['from', 'to', 'createdAt'],
    ...siteMenu,
    description: words('redirectsHint'),
  },
  access: openTo(CONTENT_ROLES),
  hooks: announcedAndAudited,
  fields: [
    text('from', words('oldAddress'), {
      unique: true,
      index: true,
      maxLength: MAXIMUM_PATH_LENGTH,
      admin: {
        description: words('oldAddressHint'),
      },
      hooks: { beforeValidate: [normalize] },
      validate: validateFrom,
    }),
    text('to', words('newAddress'), {
      maxLength: MAXIMUM_PATH_LENGTH,
      hooks: { beforeValidate: [normalize] },
      validate: validateTo,
    }),
  ],
}
