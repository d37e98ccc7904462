import { ValidationError, type CollectionBeforeChangeHook, type CollectionConfig } from 'payload'
import { TRADE_ROLES, handledBy, hiddenExcept, nobody, roleOf } from '@/lib/server/cms/access'
import { requestStatus, sentLine, sentText } from '@/lib/server/cms/fields/field-kit'
import { auditChange } from '@/lib/server/cms/hooks/audit-change'
import { tellBuyer } from '@/lib/server/cms/hooks/announce-change'
import { say } from '@/lib/server/cms/translations'
import { names, words } from '@/lib/server/cms/words'

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
    group: words('Звернення', 'Requests', 'Обращения'),
    components: { beforeListTable: ['@/app/(cms)/office/requests/export-tables#ExportFeedback'] },
    hidden: hiddenExcept(TRADE_ROLES),
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
    requestStatus([
      { value: 'new', label: words('Нове', 'New', 'Новое') },
      { value: 'in_work', label: words('В роботі', 'In work', 'В работе') },
      { value: 'answered', label: words('Відповіли', 'Answered', 'Ответили') },
      { value: 'closed', label: words('Закрите', 'Closed', 'Закрыто') },
    ]),
    {
      name: 'company',
      type: 'relationship',
      relationTo: 'companies',
      required: true,
      index: true,
      label: words('Компанія', 'Company', 'Компания'),
      access: { update: nobody },
      admin: { readOnly: true },
    },
    {
      name: 'topic',
      type: 'select',
      required: true,
      index: true,
      label: words('Тема', 'Topic', 'Тема'),
      access: { update: nobody },
      admin: { readOnly: true },
      options: [
        { value: 'question', label: words('Запитання', 'Question', 'Вопрос') },
        { value: 'auction', label: words('Аукціон', 'Auction', 'Аукцион') },
        { value: 'documents', label: words('Документи', 'Documents', 'Документы') },
        { value: 'agreement', label: words('Договір', 'Agreement', 'Договор') },
        { value: 'technical', label: words('Технічне запитання', 'Technical', 'Технический вопрос') },
        { value: 'other', label: words('Інше', 'Other', 'Другое') },
      ],
    },
    sentLine('subject', words('Тема звернення', 'Subject', 'Тема звернення'), { width: '100%' }),
    sentText('message', words('Повідомлення', 'Message', 'Сообщение'), true),
    {
      name: 'file_ids',
      type: 'json',
      defaultValue: [],
      label: words('Вкладення', 'Attachments', 'Вложения'),
      access: { update: nobody },
      admin: { components: { Field: '@/app/(cms)/content/attached-files#AttachedFiles' } },
    },
    { name: 'answer', type: 'textarea', label: words('Відповідь', 'Answer', 'Ответ'), admin: { rows: 8 } },
    {
      name: 'answered_at',
      type: 'date',
      label: words('Відповіли', 'Answered at', 'Ответили'),
      access: { update: nobody },
      admin: { readOnly: true, position: 'sidebar' },
    },
    {
      name: 'answered_by',
      type: 'relationship',
      relationTo: 'staff',
      label: words('Хто відповів', 'Answered by', 'Кто ответил'),
      access: { update: nobody },
      admin: { readOnly: true, position: 'sidebar' },
    },
  ],
}
