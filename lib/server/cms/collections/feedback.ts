import { ValidationError, type CollectionBeforeChangeHook, type CollectionConfig } from 'payload'
import { TRADE_ROLES, handledBy, roleOf } from '@/lib/server/cms/access'
import { requestsMenu } from '@/lib/server/cms/collections/common'
import { names, relationship, select, sidebar, words } from '@/lib/server/cms/fields/basic-fields'
import { asSent, requestStatus, sentLine, sentText } from '@/lib/server/cms/fields/checked-fields'
import { auditChange } from '@/lib/server/cms/hooks/audit-change'
import { tellBuyer } from '@/lib/server/cms/hooks/announce-change'
import { say } from '@/lib/server/cms/translations'

type Message = { status?: string; answer?: string | null; answered_at?: string | null; answered_by?: unknown }

/** Who answered and when is noted by the portal, not typed. */
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

/** What buyers write to the company from their cabinet, and what they were answered. */
export const Feedback: CollectionConfig = {
  slug: 'feedback',
  labels: names(words('message'), words('messages')),
  // As the options of the status stand: what nobody has touched comes first.
  defaultSort: ['status', '-createdAt'],
  admin: {
    useAsTitle: 'subject',
    defaultColumns: ['subject', 'status', 'topic', 'company', 'createdAt', 'answered_at'],
    enableListViewSelectAPI: true,
    listSearchableFields: ['subject', 'message'],
    components: { beforeListTable: ['@/app/(cms)/office/cells#ExportFeedback'] },
    ...requestsMenu,
    description: words('feedbackHint'),
  },
  access: handledBy(TRADE_ROLES),
  versions: { drafts: false, maxPerDoc: 0 },
  hooks: { beforeChange: [noteAnswer], afterChange: [auditChange, tellBuyer] },
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
