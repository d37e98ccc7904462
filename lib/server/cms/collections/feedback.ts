import { ValidationError, type CollectionBeforeChangeHook, type CollectionConfig } from 'payload'
import { TRADE_ROLES, handledBy, roleOf } from '@/lib/server/cms/access'
import { requestsMenu } from '@/lib/server/cms/collections/common'
import { names, relationship, select, sidebar, words } from '@/lib/server/cms/fields/basic-fields'
import { asSent, requestStatus, sentLine, sentText } from '@/lib/server/cms/fields/field-kit'
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
  labels: names(words('Звернення', 'Message', 'Обращение'), words('Звернення', 'Messages', 'Обращения')),
  // As the options of the status stand: what nobody has touched comes first.
  defaultSort: ['status', '-createdAt'],
  admin: {
    useAsTitle: 'subject',
    defaultColumns: ['subject', 'status', 'topic', 'company', 'createdAt', 'answered_at'],
    listSearchableFields: ['subject', 'message'],
    components: { beforeListTable: ['@/app/(cms)/office/requests/export-tables#ExportFeedback'] },
    ...requestsMenu,
    description: words(
      'Напишіть відповідь і оберіть стан «Відповіли»: вона піде покупцеві листом і з’явиться в його кабінеті.',
      'Write the answer and choose “Answered”: it is emailed to the buyer and shown in the buyer’s account.',
      'Напишите ответ и выберите состояние «Ответили»: он уйдёт покупателю письмом и появится в его кабинете.',
    ),
  },
  access: handledBy(TRADE_ROLES),
  versions: { drafts: false, maxPerDoc: 0 },
  hooks: { beforeChange: [noteAnswer], afterChange: [auditChange, tellBuyer] },
  fields: [
    requestStatus({
      new: words('Нове', 'New', 'Новое'),
      in_work: words('В роботі', 'In work', 'В работе'),
      answered: words('Відповіли', 'Answered', 'Ответили'),
      closed: words('Закрите', 'Closed', 'Закрыто'),
    }),
    relationship('company', 'companies', words('Компанія', 'Company', 'Компания'), {
      required: true,
      index: true,
      ...asSent,
      admin: { readOnly: true },
    }),
    select(
      'topic',
      words('Тема', 'Topic', 'Тема'),
      {
        question: words('Запитання', 'Question', 'Вопрос'),
        auction: words('Аукціон', 'Auction', 'Аукцион'),
        documents: words('Документи', 'Documents', 'Документы'),
        agreement: words('Договір', 'Agreement', 'Договор'),
        technical: words('Технічне запитання', 'Technical', 'Технический вопрос'),
        other: words('Інше', 'Other', 'Другое'),
      },
      { index: true, ...asSent, admin: { readOnly: true } },
    ),
    sentLine('subject', words('Тема звернення', 'Subject', 'Тема звернення'), { width: '100%' }),
    sentText('message', words('Повідомлення', 'Message', 'Сообщение'), true),
    {
      name: 'file_ids',
      type: 'json',
      defaultValue: [],
      label: words('Вкладення', 'Attachments', 'Вложения'),
      ...asSent,
      admin: { components: { Field: '@/app/(cms)/content/attached-files#AttachedFiles' } },
    },
    { name: 'answer', type: 'textarea', label: words('Відповідь', 'Answer', 'Ответ'), admin: { rows: 8 } },
    {
      name: 'answered_at',
      type: 'date',
      label: words('Відповіли', 'Answered at', 'Ответили'),
      ...asSent,
      admin: { ...sidebar, readOnly: true },
    },
    relationship('answered_by', 'staff', words('Хто відповів', 'Answered by', 'Кто ответил'), {
      ...asSent,
      admin: { ...sidebar, readOnly: true },
    }),
  ],
}
