'use client'

import { useRouter } from 'next/navigation'
import * as z from 'zod'
import { OtherSecurity, OwnSecurity } from '@/components/office/access/security'
import { ActionLink, FaultNotice, LoadingPage, MutedText, OfficePage, Panel, TextLink } from '@/components/office/kit'
import { useOfficeActions } from '@/components/office/actions'
import { useOfficeText } from '@/components/office/office-text'
import { useOfficeQuery } from '@/components/office/queries'
import { type RecordField, RecordForm, type RecordValues } from '@/components/office/record-form'
import { readRecord, readRecords } from '@/components/office/records'
import { OFFICE, roomPath } from '@/components/office/rooms'
import { defineScreen, ScreenPage } from '@/components/office/screen'
import { useStaff } from '@/components/office/staff-context'
import { Select } from '@/components/ui/select'
import { useIsInBrowser } from '@/lib/browser/use-browser-value'
import { LANGUAGE_NAMES, LOCALES } from '@/lib/config/constants'
import { staffRole } from '@/lib/contract/manager'

const member = z.object({
  id: z.int(),
  name: z.string(),
  email: z.string(),
  role: staffRole,
  updatedAt: z.string(),
})
type Member = z.infer<typeof member>

const ROLES = {
  editor: 'role_editor',
  accountant: 'role_accountant',
  dispatcher: 'role_dispatcher',
  manager: 'role_manager',
  admin: 'role_admin',
} as const

const STAFF = defineScreen({
  room: 'staff',
  search: 'searchStaff',
  filters: { role: { label: 'role', options: ROLES } },
  read: ({ role, search, sort }, cursor, { locale }) =>
    readRecords(
      'staff',
      member,
      {
        where: { 'role][equals': role },
        searched: ['name', 'email'],
        search,
        sort: sort ?? 'name',
        lang: locale,
      },
      cursor,
    ),
  Actions: NewMember,
  columns: [
    {
      key: 'name',
      head: 'person',
      sorts: true,
      cell: ({ id, name }) => (
        <TextLink href={roomPath('staff', id)} className="font-semibold">
          {name}
        </TextLink>
      ),
    },
    { key: 'email', head: 'email', sorts: true, cell: ({ email }) => email },
    { key: 'role', head: 'role', cell: ({ role }, { t }) => t(ROLES[role]) },
  ],
})

export function StaffScreen() {
  return <ScreenPage screen={STAFF} />
}

function NewMember() {
  const { t } = useOfficeText()
  return <ActionLink href={roomPath('staff', 'new')}>{t('newMember')}</ActionLink>
}

const NAME = { name: 'name', label: 'person', autoComplete: 'name' } as const
const EMAIL = { name: 'email', label: 'email', inputMode: 'email' } as const
const ROLE = { name: 'role', label: 'role', kind: 'choice', options: ROLES } as const
const PASSWORD = {
  name: 'password',
  label: 'newPassword',
  kind: 'password',
  autoComplete: 'new-password',
  hint: 'staffPasswordHint',
} as const

/** The server asks for it with these changes. */
function currentPassword(when: (changes: RecordValues) => boolean): RecordField {
  return {
    name: 'current_password',
    label: 'ownPassword',
    hint: 'ownPasswordHint',
    kind: 'password',
    autoComplete: 'current-password',
    when,
  }
}

const PROOF = currentPassword((changes) => ['email', 'role', 'password'].some((name) => name in changes))

export function NewMemberPage() {
  const { t } = useOfficeText()
  const router = useRouter()
  const inBrowser = useIsInBrowser()
  return (
    <OfficePage title={t('newMember')} back={roomPath('staff')}>
      <Panel title={t('newMemberData')}>
        <RecordForm
          // What was typed before a reload is only in the browser.
          key={String(inBrowser)}
          collection="staff"
          record={null}
          fields={[NAME, EMAIL, ROLE, { ...PASSWORD, label: 'firstPassword' }, currentPassword(() => true)]}
          values={{ role: 'editor' }}
          verb="addMember"
          onSaved={(id) => router.push(roomPath('staff', id))}
        />
      </Panel>
    </OfficePage>
  )
}

export function MemberPage({ id }: { id: number }) {
  const { t, locale } = useOfficeText()
  const own = useStaff().id === id
  const query = useOfficeQuery(['staff', id], () => readRecord('staff', id, member, locale))
  const back = roomPath('staff')
  const { data } = query
  if (!data) return <LoadingPage query={query} back={back} />
  return (
    <OfficePage title={data.name} hint={t(ROLES[data.role])} back={back}>
      {own ? (
        <p>
          <ActionLink href={`${OFFICE}/account`}>{t('ownAccount')}</ActionLink>
        </p>
      ) : (
        <>
          <MemberForm member={data} fields={[NAME, EMAIL, ROLE, PASSWORD, PROOF]} />
          <OtherSecurity staffId={id} />
        </>
      )}
    </OfficePage>
  )
}

interface MemberFormProps {
  member: Member
  fields: readonly RecordField[]
  onSaved?: () => void
}

function MemberForm({ member: { id, updatedAt, name, email, role }, fields, onSaved }: MemberFormProps) {
  const { t } = useOfficeText()
  return (
    <Panel title={t('memberData')}>
      <RecordForm
        collection="staff"
        record={{ id, updatedAt }}
        fields={fields}
        values={{ name, email, role }}
        onSaved={onSaved}
      />
    </Panel>
  )
}

/** The signed-in member's own account; an editor's too. */
export function OwnAccountPage() {
  const { t, locale } = useOfficeText()
  const { id, role } = useStaff()
  const router = useRouter()
  const { chooseLanguage: choose } = useOfficeActions()
  const { data, fault, refetch } = useOfficeQuery(['staff', id], () => readRecord('staff', id, member, locale))
  return (
    <OfficePage title={t('account')} hint={t(ROLES[role])}>
      {data ? (
        // The frame shows the name as the page was rendered.
        <MemberForm member={data} fields={[NAME, EMAIL, PASSWORD, PROOF]} onSaved={() => router.refresh()} />
      ) : fault ? (
        <FaultNotice fault={fault} onRetry={refetch} />
      ) : (
        <MutedText role="status">{t('loading')}</MutedText>
      )}
      <Panel title={t('language')}>
        <div className="max-w-90">
          <Select
            label={t('officeLanguage')}
            value={locale}
            options={LOCALES.map((language) => ({ value: language, label: LANGUAGE_NAMES[language] }))}
            onValueChange={(language) => choose(LOCALES.find((known) => known === language) ?? locale)}
          />
        </div>
      </Panel>
      <OwnSecurity />
    </OfficePage>
  )
}
