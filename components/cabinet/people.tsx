'use client'

import { useLocale, useTranslations } from 'next-intl'
import { useRouter } from 'next/navigation'
import { useEffect, useRef, useState } from 'react'
import * as z from 'zod'
import { useApiMutation } from '@/components/forms/use-api-mutation'
import { useFailureText } from '@/components/forms/failure-texts'
import { usePages } from '@/components/forms/use-pages'
import { RadioChoice } from '@/components/forms/company-fieldset'
import { FormDialog } from '@/components/forms/form-dialog'
import { FormProblem } from '@/components/forms/form-kit'
import { attemptForm, type FormAction, textsOf } from '@/components/forms/form-state'
import { useCheckedForm } from '@/components/forms/use-checked-form'
import { Button } from '@/components/ui/button'
import { Card, CardHeader } from '@/components/ui/card'
import { EmailField } from '@/components/ui/field'
import { StatusNote } from '@/components/ui/notice'
import { Pill } from '@/components/ui/pill'
import { api } from '@/lib/api/browser'
import { orNullIfNotFound } from '@/lib/api/problems'
import { email, personRole, type PersonRole } from '@/lib/contract/company'
import type { AccessRequest, CompanyAuditEntry, Invitation, People, Person } from '@/lib/contract/people'
import { formatDateTime, formatPhone } from '@/lib/i18n/formats'

/** The dialog that is open. */
type Asking =
  | { what: 'invite' }
  | { what: 'role' | 'remove'; person: Person }
  | { what: 'admit' | 'refuse'; request: AccessRequest }
  | { what: 'documents' }

interface PeopleViewProps {
  people: People
  /** Null unless the reader is an owner. */
  acts: { list: readonly CompanyAuditEntry[]; next_cursor: string | null } | null
}

/** A company’s people (R14.2): everyone sees them; owners invite, change roles, remove and admit. */
export function PeopleView({ people: initial, acts }: PeopleViewProps) {
  const t = useTranslations('People')
  const router = useRouter()
  const [people, setPeople] = useState(initial)
  const [asking, setAsking] = useState<Asking | null>(null)
  const [result, setResult] = useState<string | null>(null)
  const status = useRef<HTMLParagraphElement>(null)
  const isOwner = people.list.some(({ self, role }) => self && role === 'owner')

  /** Each change answers with the new state. */
  function done(message: string, current: People): void {
    setPeople(current)
    setResult(message)
    setAsking(null)
    // The list of actions below is refetched.
    router.refresh()
  }
  const close = () => setAsking(null)

  useEffect(() => {
    if (result === null) return
    // The button may be several screens below.
    status.current?.scrollIntoView({ block: 'nearest' })
    // It may also be gone with its row.
    if (document.activeElement === document.body) status.current?.focus()
  }, [result, people])

  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <p
        ref={status}
        role="status"
        tabIndex={-1}
        className="scroll-mt-24 text-small font-medium text-go-text outline-none empty:hidden"
      >
        {result}
      </p>
      {people.access_requests.length > 0 && <AccessRequests requests={people.access_requests} onAsk={setAsking} />}
      <Card>
        <CardHeader
          title={t('title')}
          aside={isOwner && <Button onClick={() => setAsking({ what: 'invite' })}>{t('invite')}</Button>}
        />
        {!isOwner && (
          <p className="pt-3 text-small text-soft">{t('ownersOnly', { names: ownersOf(people.list).join(', ') })}</p>
        )}
        <ul className="grid grid-cols-[minmax(0,1fr)] pt-3">
          {people.list.map((person) => (
            <PersonRow key={person.id} person={person} isOwner={isOwner} onAsk={setAsking} />
          ))}
        </ul>
      </Card>
      {people.invitations.length > 0 && <Invitations invitations={people.invitations} onDone={done} />}
      <DocumentsAddress people={people} isOwner={isOwner} onAsk={() => setAsking({ what: 'documents' })} />
      {acts && <ActionsCard first={acts} key={acts.list[0]?.id ?? 0} />}
      {asking?.what === 'invite' && <InviteDialog onClose={close} onDone={done} />}
      {asking?.what === 'role' && <RoleDialog person={asking.person} onClose={close} onDone={done} />}
      {asking?.what === 'remove' && (
        <RemoveDialog person={asking.person} people={people} onClose={close} onDone={done} />
      )}
      {asking?.what === 'admit' && <AdmitDialog request={asking.request} onClose={close} onDone={done} />}
      {asking?.what === 'refuse' && <RefuseDialog request={asking.request} onClose={close} onDone={done} />}
      {asking?.what === 'documents' && (
        <DocumentsDialog address={people.documents_email} onClose={close} onDone={done} />
      )}
    </div>
  )
}

const ownersOf = (list: readonly Person[]) => list.filter(({ role }) => role === 'owner').map(({ name }) => name)

type OnAsk = (asking: Asking) => void
type OnDone = (message: string, current: People) => void

function PersonRow({ person, isOwner, onAsk }: { person: Person; isOwner: boolean; onAsk: OnAsk }) {
  const t = useTranslations('People')
  const locale = useLocale()
  const { name, self } = person
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-3 border-t border-line py-4">
      <div className="min-w-0 flex-1 basis-64">
        <p className="flex flex-wrap items-center gap-2 font-semibold">
          <span className="break-words">{name}</span>
          <Pill tone={person.role === 'viewer' ? 'plan' : 'go'}>{t(`roles.${person.role}`)}</Pill>
          {self && <Pill tone="plan">{t('you')}</Pill>}
          {person.deactivated && <Pill tone="lose">{t('suspended')}</Pill>}
        </p>
        <p className="break-words text-small text-soft">
          {person.email} · <span className="numbers">{formatPhone(person.phone)}</span>
        </p>
        {person.email_refused_since !== null && (
          <p className="text-small text-lose-text">
            {t('emailRefused', { since: formatDateTime(person.email_refused_since, locale) })}
          </p>
        )}
        {person.second_factor !== null && (
          <p className="numbers text-small text-soft">
            {person.signed_in_at === null
              ? t('neverSignedIn')
              : t('lastSignIn', { at: formatDateTime(person.signed_in_at, locale) })}{' '}
            · {t('secondFactor', { on: String(person.second_factor) })}
          </p>
        )}
      </div>
      <div className="flex flex-wrap gap-2">
        {isOwner && (
          <Button
            size="sm"
            tone="outline"
            aria-label={t('changeRoleLabel', { name })}
            onClick={() => onAsk({ what: 'role', person })}
          >
            {t('changeRole')}
          </Button>
        )}
        {(isOwner || self) && (
          <Button
            size="sm"
            tone="outline"
            aria-label={self ? undefined : t('removeLabel', { name })}
            onClick={() => onAsk({ what: 'remove', person })}
          >
            {t(self ? 'leave' : 'remove')}
          </Button>
        )}
      </div>
    </li>
  )
}

function AccessRequests({ requests, onAsk }: { requests: readonly AccessRequest[]; onAsk: OnAsk }) {
  const t = useTranslations('People')
  const locale = useLocale()
  return (
    <Card>
      <CardHeader title={t('requests')} />
      <p className="pt-2 text-small text-soft">{t('requestsText')}</p>
      <ul className="grid grid-cols-[minmax(0,1fr)] pt-3">
        {requests.map((request) => (
          <li key={request.id} className="flex flex-wrap items-center gap-x-4 gap-y-3 border-t border-line py-4">
            <div className="min-w-0 flex-1 basis-64">
              <p className="break-words font-semibold">{request.name}</p>
              <p className="break-words text-small text-soft">
                {t('requestAt', {
                  email: request.email,
                  phone: formatPhone(request.phone),
                  at: formatDateTime(request.requested_at, locale),
                })}
              </p>
            </div>
            <div className="flex flex-wrap gap-2">
              <Button size="sm" tone="outline" onClick={() => onAsk({ what: 'refuse', request })}>
                {t('refuse')}
              </Button>
              <Button size="sm" onClick={() => onAsk({ what: 'admit', request })}>
                {t('admit')}
              </Button>
            </div>
          </li>
        ))}
      </ul>
    </Card>
  )
}

function Invitations({ invitations, onDone }: { invitations: readonly Invitation[]; onDone: OnDone }) {
  const t = useTranslations('People')
  const locale = useLocale()
  const resend = useApiMutation(async (id: string) => {
    const invitation = invitations.find((each) => each.id === id)
    if (!invitation) return
    const answer = await api.people.invite({ email: invitation.email, role: invitation.role, lang: locale })
    onDone(t('invited', { email: invitation.email }), answer.data)
  })
  const withdraw = useApiMutation(async (id: string) => {
    // Another owner may have withdrawn it meanwhile, or an earlier attempt whose answer was lost.
    const answer = await orNullIfNotFound(api.people.withdrawInvitation({ id }))
    onDone(t('withdrawn'), (answer ?? (await api.people.list({}))).data)
  })
  return (
    <Card>
      <CardHeader title={t('invitations')} />
      <ul className="grid grid-cols-[minmax(0,1fr)] pt-3">
        {invitations.map((invitation) => (
          <li key={invitation.id} className="flex flex-wrap items-center gap-x-4 gap-y-3 border-t border-line py-4">
            <div className="min-w-0 flex-1 basis-64">
              <p className="break-all font-semibold">{invitation.email}</p>
              <p className="break-words text-small text-soft">
                {t('invitationText', {
                  role: t(`roles.${invitation.role}`),
                  by: invitation.invited_by,
                  until: formatDateTime(invitation.expires_at, locale),
                })}
              </p>
              {invitation.undelivered !== null && (
                <p className="text-small text-lose-text">{t(`undelivered.${invitation.undelivered}`)}</p>
              )}
            </div>
            <div className="flex flex-wrap gap-2">
              <Button
                size="sm"
                tone="outline"
                aria-label={t('againLabel', { email: invitation.email })}
                pending={resend.sending === invitation.id}
                onClick={() => void resend.run(invitation.id)}
              >
                {t('again')}
              </Button>
              <Button
                size="sm"
                tone="outline"
                aria-label={t('withdrawLabel', { email: invitation.email })}
                pending={withdraw.sending === invitation.id}
                onClick={() => void withdraw.run(invitation.id)}
              >
                {t('withdraw')}
              </Button>
            </div>
          </li>
        ))}
      </ul>
      <StatusNote failure={resend.failure ?? withdraw.failure} done={null} />
    </Card>
  )
}

interface DocumentsAddressProps {
  people: People
  isOwner: boolean
  onAsk: () => void
}

function DocumentsAddress({ people, isOwner, onAsk }: DocumentsAddressProps) {
  const t = useTranslations('People')
  const locale = useLocale()
  const { documents_email: address, documents_email_refused_since: refusedSince } = people
  return (
    <Card>
      <CardHeader
        title={t('papersTitle')}
        aside={
          isOwner && (
            <Button size="sm" tone="outline" onClick={onAsk}>
              {t('change')}
            </Button>
          )
        }
      />
      <p className="pt-2 text-small text-soft">{t('papersText')}</p>
      <p className="break-all pt-2 font-semibold">{address ?? t('papersNone')}</p>
      {refusedSince !== null && (
        <p className="text-small text-lose-text">
          {t('emailRefused', { since: formatDateTime(refusedSince, locale) })}
        </p>
      )}
    </Card>
  )
}

function ActionsCard({ first }: { first: NonNullable<PeopleViewProps['acts']> }) {
  const t = useTranslations('People')
  const locale = useLocale()
  const pages = usePages(
    first.next_cursor,
    async (cursor) => (await api.people.acts({ cursor })).data,
    useFailureText(),
  )
  const list = [...first.list, ...pages.items]
  return (
    <Card>
      <CardHeader title={t('actsTitle')} />
      <p className="pt-2 text-small text-soft">{t('actsText')}</p>
      {list.length === 0 && <p className="pt-3 text-soft">{t('actsEmpty')}</p>}
      <ul className="grid grid-cols-[minmax(0,1fr)] pt-3">
        {list.map((entry) => (
          <li key={entry.id} tabIndex={-1} className="border-t border-line py-3 outline-none">
            <p className="break-words">
              {t(`acts.${entry.action}`, {
                title: entry.title || '—',
                role: entry.role ? t(`roles.${entry.role}`) : '—',
              })}
            </p>
            <p className="numbers text-small text-soft">
              {entry.by} · {formatDateTime(entry.at, locale)}
            </p>
          </li>
        ))}
      </ul>
      {pages.hasMore && (
        <Button
          size="sm"
          tone="soft"
          className="mt-2 justify-self-start"
          pending={pages.more.pending}
          onClick={({ currentTarget }) =>
            pages.showMore(currentTarget, currentTarget.previousElementSibling?.lastElementChild)
          }
        >
          {t('more')}
        </Button>
      )}
      <StatusNote failure={pages.more.failure} done={null} />
    </Card>
  )
}

interface DialogProps {
  onClose: () => void
  onDone: OnDone
}

const inviteSchema = z.object({ email, role: personRole })

function InviteDialog({ onClose, onDone }: DialogProps) {
  const t = useTranslations('People')
  const locale = useLocale()
  const send: FormAction = (before, form) => {
    const typed = textsOf(form)
    return attemptForm(before, typed, async () => {
      const answer = await api.people.invite({ email: typed.email ?? '', role: typed.role as PersonRole, lang: locale })
      onDone(t('invited', { email: typed.email ?? '' }), answer.data)
      return { email: typed.email ?? '' }
    })
  }
  const checked = useCheckedForm<z.input<typeof inviteSchema>>(inviteSchema, send, {
    defaults: { email: '', role: 'trader' },
  })
  const { defaultValue: _typed, ...role } = checked.field('role')
  return (
    <FormDialog
      title={t('inviteTitle')}
      text={t('inviteText')}
      verb={t('send')}
      pending={checked.pending}
      pendingLabel={t('sending')}
      onClose={onClose}
      action={checked.send}
      onSubmit={checked.submit}
    >
      <FormProblem problem={checked.state.problem} />
      <EmailField label={t('papersEmail')} autoComplete="off" {...checked.field('email')} />
      <RoleChoice {...role} defaultValue={checked.state.typed.role ?? 'trader'} />
    </FormDialog>
  )
}

function RoleChoice(input: { name?: string; defaultValue: string }) {
  const t = useTranslations('People')
  return (
    <RadioChoice
      legend={t('role')}
      options={personRole.options.map((value) => ({
        value,
        label: `${t(`roles.${value}`)}. ${t(`rolesText.${value}`)}`,
      }))}
      {...input}
    />
  )
}

interface QuestionProps extends DialogProps {
  title: string
  text?: string
  verb: string
  danger?: boolean
  /** The initially selected role; undefined if no role is needed. */
  role?: PersonRole
  /** Returns a message about the result, and the new state. */
  call: (role: PersonRole) => Promise<[message: string, current: People]>
}

/** A confirmation, with or without a choice of role. */
function Question({ title, text, verb, danger, role, call, onClose, onDone }: QuestionProps) {
  const submit = useApiMutation(async (chosen: PersonRole) => onDone(...(await call(chosen))))
  return (
    <FormDialog
      title={title}
      text={text}
      verb={verb}
      danger={danger}
      pending={submit.pending}
      failure={submit.failure}
      onClose={onClose}
      onSubmit={(event) => {
        event.preventDefault()
        const chosen = new FormData(event.currentTarget).get('role')
        void submit.run(personRole.catch('viewer').parse(chosen))
      }}
    >
      {role !== undefined && <RoleChoice name="role" defaultValue={role} />}
    </FormDialog>
  )
}

function RoleDialog({ person, ...dialog }: DialogProps & { person: Person }) {
  const t = useTranslations('People')
  return (
    <Question
      {...dialog}
      title={t('changeRoleTitle', { name: person.name })}
      verb={t('save')}
      role={person.role}
      call={async (role) => [t('roleChanged'), (await api.people.changeRole({ id: person.id, role })).data]}
    />
  )
}

function RemoveDialog({ person, people, ...dialog }: DialogProps & { person: Person; people: People }) {
  const t = useTranslations('People')
  const action = person.self ? 'leave' : 'remove'
  return (
    <Question
      {...dialog}
      title={t(`${action}Title`, { name: person.name })}
      text={t(`${action}Text`)}
      verb={t(action)}
      danger
      call={async () => {
        await orNullIfNotFound(api.people.remove({ id: person.id }))
        return [
          t('removed', { name: person.name }),
          { ...people, list: people.list.filter(({ id }) => id !== person.id) },
        ]
      }}
    />
  )
}

function AdmitDialog({ request, ...dialog }: DialogProps & { request: AccessRequest }) {
  const t = useTranslations('People')
  return (
    <Question
      {...dialog}
      title={t('admitTitle', { name: request.name })}
      text={t('admitText')}
      verb={t('admit')}
      role="viewer"
      call={async (role) => [
        t('admitted', { name: request.name }),
        (await api.people.decideAccess({ id: request.id, decision: 'admit', role })).data,
      ]}
    />
  )
}

function RefuseDialog({ request, ...dialog }: DialogProps & { request: AccessRequest }) {
  const t = useTranslations('People')
  return (
    <Question
      {...dialog}
      title={t('refuseTitle', { name: request.name })}
      text={t('refuseText')}
      verb={t('refuse')}
      danger
      call={async () => [t('refused'), (await api.people.decideAccess({ id: request.id, decision: 'refuse' })).data]}
    />
  )
}

const documentsSchema = z.object({ email })

function DocumentsDialog({ address, onClose, onDone }: DialogProps & { address: string | null }) {
  const t = useTranslations('People')
  const save: FormAction = (before, form) => {
    const typed = textsOf(form)
    return attemptForm(before, typed, async () => {
      onDone(t('papersSaved'), (await api.people.setDocumentsEmail({ email: typed.email ?? '' })).data)
      return { email: typed.email ?? '' }
    })
  }
  const checked = useCheckedForm<z.input<typeof documentsSchema>>(documentsSchema, save, {
    defaults: { email: address ?? '' },
  })
  const remove = useApiMutation(async () => {
    onDone(t('papersRemoved'), (await api.people.setDocumentsEmail({ email: null })).data)
  })
  return (
    <FormDialog
      title={t('papersTitle')}
      text={t('papersText')}
      verb={t('save')}
      pending={checked.pending}
      failure={remove.failure}
      onClose={onClose}
      action={checked.send}
      onSubmit={checked.submit}
    >
      <FormProblem problem={checked.state.problem} />
      <EmailField label={t('papersEmail')} autoComplete="off" {...checked.field('email')} />
      {address !== null && (
        <Button
          size="sm"
          tone="outline"
          className="justify-self-start"
          pending={remove.pending}
          onClick={() => void remove.run()}
        >
          {t('papersRemove')}
        </Button>
      )}
    </FormDialog>
  )
}
