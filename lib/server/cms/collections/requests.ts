import { sql } from '@payloadcms/db-postgres/drizzle'
import { type CollectionBeforeChangeHook, type CollectionConfig, type FieldHook, ValidationError } from 'payload'
import { CONTENT_ROLES, handledBy, only, openTo, roleOf, TRADE_ROLES } from '@/lib/server/cms/access'
import { announcedAndAudited, shopMenu } from '@/lib/server/cms/collections/common'
import {
  image,
  languageSelect,
  localizedText,
  localizedTextarea,
  names,
  relationship,
  row,
  rowTitle,
  select,
  sidebar,
  sortOrder,
  localized,
  virtualText,
} from '@/lib/server/cms/fields/basic-fields'
import {
  readOnlyOnceSent,
  decimalField,
  requestStatus,
  sentLine,
  sentText,
} from '@/lib/server/cms/fields/checked-fields'
import { translationGaps } from '@/lib/server/cms/fields/draftable'
import { queueAnswerEmail, queueOrderEmail } from '@/lib/server/cms/hooks/announce-change'
import { auditChange } from '@/lib/server/cms/hooks/audit-change'
import { translate } from '@/lib/server/cms/translations'
import { runSql } from '@/lib/server/payload/database'
import type { Feedback as FeedbackRecord } from '@/lib/server/payload/payload-types'

export const Products: CollectionConfig = {
  slug: 'products',
  labels: names(localized('product'), localized('products')),
  defaultSort: 'sort_order',
  admin: {
    useAsTitle: 'name',
    defaultColumns: ['name', 'category', 'unit', 'minimum_volume', 'translations', 'is_offered'],
    enableListViewSelectAPI: true,
    ...shopMenu,
  },
  access: { ...openTo(TRADE_ROLES), read: only(CONTENT_ROLES) },
  hooks: announcedAndAudited,
  fields: [
    localizedText('name', localized('name'), { maxLength: 200 }),
    localizedTextarea('summary', localized('description'), { maxLength: 600 }),
    row(
      localizedText('unit', localized('measure'), { maxLength: 40 }),
      decimalField({
        name: 'minimum_volume',
        places: 3,
        label: localized('smallestOrder'),
      }),
    ),
    image(),
    {
      name: 'facts',
      type: 'array',
      maxRows: 12,
      label: localized('shortFacts'),
      labels: names(localized('fact'), localized('facts')),
      admin: rowTitle,
      fields: [
        row(
          localizedText('name', localized('fact'), { maxLength: 100 }),
          localizedText('value', localized('value'), { maxLength: 200 }),
        ),
      ],
    },
    relationship('category', 'categories', localized('auctionCategory'), {
      admin: {
        ...sidebar,
        description: localized('productsCategoryHint'),
      },
    }),
    {
      name: 'is_offered',
      type: 'checkbox',
      defaultValue: true,
      index: true,
      label: localized('canBeOrdered'),
      admin: sidebar,
    },
    sortOrder,
    translationGaps,
  ],
}

/** Orders of the shop, created by the portal and handled in the back office. */
export const Orders: CollectionConfig = {
  slug: 'orders',
  labels: names(localized('order'), localized('orders')),
  // In the order of the status options: new ones first.
  defaultSort: ['status', '-createdAt'],
  admin: { useAsTitle: 'number', hidden: true },
  access: handledBy(TRADE_ROLES),
  versions: { drafts: false, maxPerDoc: 0 },
  hooks: { afterChange: [auditChange, queueOrderEmail] },
  fields: [
    requestStatus({
      new: localized('new'),
      in_work: localized('inWork'),
      done: localized('done'),
      declined: localized('declined'),
      spam: localized('spam'),
    }),
    {
      name: 'number',
      type: 'number',
      required: true,
      unique: true,
      index: true,
      label: localized('number'),
      ...readOnlyOnceSent,
    },
    languageSelect(localized('emailLanguage'), readOnlyOnceSent),
    relationship('product', 'products', localized('product'), { required: true, index: true, ...readOnlyOnceSent }),
    sentLine('volume', localized('volume')),
    sentLine('unit', localized('unit')),
    sentLine('company', localized('company'), { index: true }),
    sentLine('edrpou', localized('edrpouCode'), { index: true }),
    sentLine('name', localized('contactPerson')),
    sentLine('position', localized('position')),
    sentLine('phone', localized('phone')),
    sentLine('email', localized('email'), { index: true }),
    sentText('comment', localized('customersComment')),
    {
      name: 'manager_note',
      type: 'textarea',
      label: localized('managersNote'),
    },
  ],
}

type Message = { status?: string; answer?: string | null; answered_at?: string | null; answered_by?: unknown }

/** Records who answered and when. */
const noteAnswer: CollectionBeforeChangeHook = ({ data, originalDoc, req }) => {
  const before = originalDoc as Message | undefined
  const now: Message = { ...before, ...(data as Message) }
  if (now.status !== 'answered') return data
  if (!now.answer?.trim()) {
    throw new ValidationError(
      { collection: 'feedback', errors: [{ path: 'answer', message: translate(req, 'answerMissing') }] },
      req.t,
    )
  }
  if (before?.status === 'answered' && before.answer === now.answer) return data
  return {
    ...data,
    answered_at: new Date().toISOString(),
    answered_by: roleOf(req.user) === null ? null : req.user?.id,
  }
}

const readAnswerer: FieldHook<FeedbackRecord> = async ({ originalDoc, data, req }) => {
  const by = data?.answered_by ?? originalDoc?.answered_by ?? null
  if (by === null) return null
  const id = typeof by === 'number' ? by : by.id
  const [row] = await runSql(req, sql`select name from cms.staff where id = ${id}`)
  return row?.name ?? null
}

/** Messages of buyers from their accounts, with the answers. */
export const Feedback: CollectionConfig = {
  slug: 'feedback',
  labels: names(localized('message'), localized('messages')),
  // In the order of the status options: new ones first.
  defaultSort: ['status', '-createdAt'],
  admin: { useAsTitle: 'subject', hidden: true },
  access: handledBy(TRADE_ROLES),
  versions: { drafts: false, maxPerDoc: 0 },
  hooks: { beforeChange: [noteAnswer], afterChange: [auditChange, queueAnswerEmail] },
  fields: [
    requestStatus({
      new: localized('newMessage'),
      in_work: localized('inWork'),
      answered: localized('answered'),
      closed: localized('closed'),
    }),
    relationship('company', 'companies', localized('company'), {
      required: true,
      index: true,
      ...readOnlyOnceSent,
    }),
    select(
      'topic',
      localized('topic'),
      {
        question: localized('question'),
        auction: localized('auction'),
        documents: localized('documents'),
        agreement: localized('agreement'),
        technical: localized('technical'),
        other: localized('other'),
      },
      { index: true, ...readOnlyOnceSent },
    ),
    sentLine('subject', localized('subject')),
    sentText('message', localized('messageText'), true),
    {
      name: 'file_ids',
      type: 'json',
      defaultValue: [],
      label: localized('attachments'),
      ...readOnlyOnceSent,
    },
    { name: 'answer', type: 'textarea', label: localized('answer') },
    {
      name: 'answered_at',
      type: 'date',
      label: localized('answeredAt'),
      ...readOnlyOnceSent,
    },
    relationship('answered_by', 'staff', localized('answeredBy'), {
      ...readOnlyOnceSent,
    }),
    // Managers cannot read their colleagues' records.
    virtualText('answered_by_name', readAnswerer),
  ],
}
