import { useTranslations } from 'next-intl'
import dynamic from 'next/dynamic'
import { useRouter } from 'next/navigation'
import { useState } from 'react'
import type { FormState } from '@/components/forms/form-state'
import { userStore } from '@/components/session/user-store'
import { Button } from '@/components/ui/button'
import { useResultFocus } from '@/components/ui/removed-focus'
import { api } from '@/lib/api/browser'
import { useIsInBrowser } from '@/lib/browser/use-browser-value'
import type { User } from '@/lib/contract/accounts'
import { useApiMutation } from '@/components/forms/use-api-mutation'
import { profileDraft } from './profile-draft'
import { ResendLink } from './resend-link'

interface PendingEmailProps {
  /** The address that is not confirmed yet; null without a change. */
  email: string | null
  current: string
}

export function PendingEmail({ email, current }: PendingEmailProps) {
  const t = useTranslations('Profile')
  const [cancelled, setCancelled] = useState(false)
  const cancel = useApiMutation(async () => {
    await api.profile.cancelEmailChange({})
    setCancelled(true)
    const user = userStore.get()
    // Shown without refetching the profile, whose failure would look like a failed cancellation.
    if (user !== null) userStore.seed({ ...user, pending_email: null })
  })
  const isCancelled = cancelled && email === null
  const status = useResultFocus<HTMLParagraphElement>(isCancelled)
  return (
    <>
      <p
        ref={status}
        role="status"
        tabIndex={-1}
        className="pt-4 text-small font-medium text-go-text outline-none empty:hidden"
      >
        {isCancelled && t('emailCancelled')}
      </p>
      {email !== null && (
        <section
          aria-labelledby="pending-email"
          className="mt-4 grid gap-3 rounded-md bg-wait px-4 py-3 text-small text-wait-text"
        >
          <div className="grid gap-0.5">
            <h3 id="pending-email" className="break-words font-semibold">
              {t('emailPending', { email })}
            </h3>
            <p className="break-words">{t('emailPendingText', { email: current })}</p>
          </div>
          <ResendLink link="email_change">
            <Button size="sm" tone="outline" pending={cancel.pending} onClick={() => void cancel.run(undefined)}>
              {t('emailCancel')}
            </Button>
          </ResendLink>
          {cancel.failure && (
            <p role="alert" className="font-medium text-lose-text">
              {cancel.failure}
            </p>
          )}
        </section>
      )}
    </>
  )
}

const dialogs = () => import('./profile-dialogs')
const TASKS = {
  company: dynamic(() => dialogs().then(({ CompanyTask }) => CompanyTask)),
  trade: dynamic(() => dialogs().then(({ TradeTask }) => TradeTask)),
  agreement: dynamic(() => dialogs().then(({ AgreementTask }) => AgreementTask)),
  person: dynamic(() => dialogs().then(({ PersonTask }) => PersonTask)),
  email: dynamic(() => dialogs().then(({ EmailTask }) => EmailTask)),
  password: dynamic(() => dialogs().then(({ PasswordTask }) => PasswordTask)),
}
type TaskName = keyof typeof TASKS
/** Of buttons that are all called "Edit". */
const NAMES = {
  company: 'editCompany',
  trade: null,
  agreement: 'agreementDetails',
  person: 'editPerson',
  email: null,
  password: null,
} as const

export function ProfileActions({ user, tasks }: { user: User; tasks: readonly TaskName[] }) {
  const t = useTranslations('Profile')
  const router = useRouter()
  const [chosen, setTask] = useState<TaskName | null>()
  const inBrowser = useIsInBrowser()
  const stored = inBrowser && chosen === undefined ? profileDraft(user.person_id).read() : null
  const draft = stored !== null && tasks.includes(stored.task) ? stored : null
  const task = chosen === undefined ? (draft?.task ?? null) : chosen
  const [saved, setSaved] = useState<TaskName | null>(null)

  function close(done: FormState['done']) {
    setTask(null)
    profileDraft(user.person_id).save(null)
    if (done === null) return
    setSaved(task)
    void userStore.reload().then(
      // A new password ends the other sessions that the page lists.
      () => task === 'password' && router.refresh(),
      () => undefined,
    )
  }

  const labels: Record<TaskName, string> = {
    company: t('edit'),
    trade: t('tradeTitle'),
    agreement: t(user.signatory === '' ? 'fillIn' : 'edit'),
    person: t('edit'),
    email: t('emailTitle'),
    password: t('passwordTitle'),
  }
  const Task = task === null ? null : TASKS[task]
  // The note about a sent email is shown only while the change is pending.
  const resultTexts = {
    email: user.pending_email && t('emailSent', { email: user.pending_email }),
    password: t('passwordSaved'),
    company: t('saved'),
    trade: t('saved'),
    agreement: t('saved'),
    person: t('saved'),
  }
  return (
    <div className="grid gap-3 pt-4">
      <div className="flex flex-wrap gap-2">
        {tasks.map((name) => (
          <Button
            key={name}
            tone="outline"
            onClick={() => setTask(name)}
            aria-label={NAMES[name] === null ? undefined : t(NAMES[name])}
          >
            {labels[name]}
          </Button>
        ))}
      </div>
      <p role="status" className="text-small font-medium text-go-text empty:hidden">
        {saved && resultTexts[saved]}
      </p>
      {Task && <Task user={user} draft={draft?.typed} onClose={close} />}
    </div>
  )
}
