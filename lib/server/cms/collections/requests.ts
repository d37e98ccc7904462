import { type CollectionBeforeChangeHook, type CollectionConfig, ValidationError } from 'payload'
import { CONTENT_ROLES, handledBy, only, openTo, roleOf, TRADE_ROLES } from '@/lib/server/cms/access'
import { announcedAndAudited, requestsMenu, tradeMenu } from '@/lib/server/cms/collections/common'
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
  words,
} from '@/lib/server/cms/fields/basic-fields'
import { asSent, decimalField, requestStatus, sentLine, sentText } from '@/lib/server/cms/fields/checked-fields'
import { translationGaps } from '@/lib/server/cms/fields/draftable'
import { queueAnswerLetter, queueOrderLetter } from '@/lib/server/cms/hooks/announce-change'
import { auditChange } from '@/lib/server/cms/hooks/audit-change'
import { say } from '@/lib/server/cms/translations'

export const Products: CollectionConfig = {
  slug: 'products',
  labels: names(words('product'), words('products')),
  defaultSort: 'sort_order',
  admin: {
    useAsTitle: 'name',
    defaultColumns: ['name', 'category', 'unit', 'minimum_volume', 'translations', 'is_offered'],
    enableListViewSelectAPI: true,
    ...tradeMenu,
  },
  access: { ...openTo(TRADE_ROLES), read: only(CONTENT_ROLES) },
  hooks: announcedAndAudited,
  fields: [
    localizedText('name', words('name'), { maxLength: 200 }),
    localizedTextarea('summary', words('description'), { maxLength: 600 }),
    row(
      localizedText('unit', words('measure'), { maxLength: 40 }),
      decimalField({
        name: 'minimum_volume',
        places: 3,
        label: words('smallestOrder'),
      }),
    ),
    image(),
    {
      name: 'facts',
      type: 'array',
      maxRows: 12,
      label: words('shortFacts'),
      labels: names(words('fact'), words('facts')),
      admin: rowTitle,
      fields: [
        row(
          localizedText('name', words('fact'), { maxLength: 100 }),
          localizedText('value', words('value'), { maxLength: 200 }),
        ),
      ],
    },
    relationship('category', 'categories', words('auctionCategory'), {
      admin: {
        ...sidebar,
        description: words('productsCategoryHint'),
      },
    }),
    {
      name: 'is_offered',
      type: 'checkbox',
      defaultValue: true,
      index: true,
      label: words('canBeOrdered'),
      admin: sidebar,
    },
    sortOrder,
    translationGaps,
  ],
}

/** Orders of the shop, created by the portal and handled in the back office. */
export const Orders: CollectionConfig = {
  slug: 'orders',
  labels: names(words('sortOrder'), words('orders')),
  // In the order of the status options: new ones first.
  defaultSort: ['status', '-createdAt'],
  admin: {
    useAsTitle: 'number',
    defaultColumns: ['number', 'status', 'company', 'product', 'volume', 'unit', 'phone', 'createdAt'],
    enableListViewSelectAPI: true,
    listSearchableFields: ['number', 'company', 'name', 'email', 'edrpou'],
    components: { beforeListTable: ['@/app/(cms)/office/cells#ExportAbove'] },
    ...requestsMenu,
    description: words('ordersHint'),
  },
  access: handledBy(TRADE_ROLES),
  versions: { drafts: false, maxPerDoc: 0 },
  hooks: { afterChange: [auditChange, queueOrderLetter] },
  fields: [
    requestStatus({
      new: words('new'),
      in_work: words('inWork'),
      done: words('done'),
      declined: words('declined'),
      spam: words('spam'),
    }),
    {
      name: 'number',
      type: 'number',
      required: true,
      unique: true,
      index: true,
      label: words('number'),
      ...asSent,
      admin: { ...sidebar, readOnly: true, step: 1 },
    },
    languageSelect(words('emailLanguage'), {
      ...asSent,
      admin: { ...sidebar, readOnly: true },
    }),
    row(
      relationship('product', 'products', words('product'), {
        required: true,
        index: true,
        ...asSent,
        admin: { readOnly: true, width: '50%' },
      }),
      sentLine('volume', words('volume'), { width: '25%' }),
      sentLine('unit', words('unit'), { width: '25%' }),
    ),
    row(
      sentLine('company', words('company'), { index: true }),
      sentLine('edrpou', words('edrpouCode'), { index: true }),
    ),
    row(sentLine('name', words('contactPerson')), sentLine('position', words('position'))),
    row(sentLine('phone', words('phone')), sentLine('email', words('email'), { index: true })),
    sentText('comment', words('customersComment')),
    {
      name: 'manager_note',
      type: 'textarea',
      label: words('managersNote'),
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
      { collection: 'feedback', errors: [{ path: 'answer', message: say(req, 'answerMissing') }] },
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

/** Messages of buyers from their accounts, with the answers. */
export const Feedback: CollectionConfig = {
  slug: 'feedback',
  labels: names(words('message'), words('messages')),
  // In the order of the status options: new ones first.
  defaultSort: ['status', '-createdAt'],
  admin: {
    useAsTitle: 'subject',
    defaultColumns: ['subject', 'status', 'topic', 'company', 'createdAt', 'answered_at'],
    enableListViewSelectAPI: true,
    listSearchableFields: ['subject', 'message'],
    components: { beforeListTable: ['@/app/(cms)/office/cells#ExportAbove'] },
    ...requestsMenu,
    description: words('feedbackHint'),
  },
  access: handledBy(TRADE_ROLES),
  versions: { drafts: false, maxPerDoc: 0 },
  hooks: { beforeChange: [noteAnswer], afterChange: [auditChange, queueAnswerLetter] },
  fields: [
    requestStatus({
      new: words('newMessage'),
      in_work: words('inWork'),
      answered: words('answered'),
      closed: words('closed'),
    }),
    relationship('company', 'companies', words('company'), {
      required: true,
      index: true,
      ...asSent,
      admin: { readOnly: true },
    }),
    select(
      'topic',
      words('topic'),
      {
        question: words('question'),
        auction: words('auction'),
        documents: words('documents'),
        agreement: words('agreement'),
        technical: words('technical'),
        other: words('other'),
      },
      { index: true, ...asSent, admin: { readOnly: true } },
    ),
    sentLine('subject', words('subject'), { width: '100%' }),
    sentText('message', words('messageText'), true),
    {
      name: 'file_ids',
      type: 'json',
      defaultValue: [],
      label: words('attachments'),
      ...asSent,
      admin: { components: { Field: '@/app/(cms)/content/server-fields#AttachedFiles' } },
    },
    { name: 'answer', type: 'textarea', label: words('answer'), admin: { rows: 8 } },
    {
      name: 'answered_at',
      type: 'date',
      label: words('answeredAt'),
      ...asSent,
      admin: { ...sidebar, readOnly: true },
    },
    relationship('answered_by', 'staff', words('answeredBy'), {
      ...asSent,
      admin: { ...sidebar, readOnly: true },
    }),
  ],
}
