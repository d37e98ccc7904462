'use client'

import { useTranslations } from 'next-intl'
import dynamic from 'next/dynamic'
import { useCallback, useState } from 'react'
import type { FormState } from '@/components/forms/form-state'
import { userStore } from '@/components/session/user-store'
import { Button } from '@/components/ui/button'
import type { User } from '@/lib/contract/accounts'

const dialogs = () => import('@/components/cabinet/profile-dialogs')
const TASKS = {
  company: dynamic(() => dialogs().then(({ CompanyTask }) => CompanyTask)),
  person: dynamic(() => dialogs().then(({ PersonTask }) => PersonTask)),
  email: dynamic(() => dialogs().then(({ EmailTask }) => EmailTask)),
  password: dynamic(() => dialogs().then(({ PasswordTask }) => PasswordTask)),
}
type TaskName = keyof typeof TASKS

/** Buttons that open what can be changed; what was saved is said, and the page shows it. */
export function ProfileActions({ user, tasks }: { user: User; tasks: readonly TaskName[] }) {
  const t = useTranslations('Profile')
  const [task, setTask] = useState<TaskName | null>(null)
  const [saved, setSaved] = useState<TaskName | null>(null)

  const close = useCallback(
    (done: FormState['done']) => {
      setTask(null)
      if (done === null) return
      setSaved(task)
      void userStore.reload().catch(() => undefined)
    },
    [task],
  )
  const labels: Record<TaskName, string> = { company: t('edit'), person: t('edit'), email: t('emailTitle'), password: t('passwordTitle') }
  const Task = task === null ? null : TASKS[task]
  // The letter that was sent is news only while its address waits.
  const said = {
    email: user.pending_email && t('emailSent', { email: user.pending_email }),
    password: t('passwordSaved'),
    company: t('saved'),
    person: t('saved'),
  }
  return (
    <div className="grid gap-3 pt-4">
      <div className="flex flex-wrap gap-2">
        {tasks.map((name) => (
          <Button key={name} tone="outline" onClick={() => setTask(name)} aria-label={name === 'company' ? t('editCompany') : name === 'person' ? t('editPerson') : undefined}>
            {labels[name]}
          </Button>
        ))}
      </div>
      <p role="status" className="text-small font-medium text-go-text empty:hidden">{saved && said[saved]}</p>
      {Task && <Task user={user} onClose={close} />}
    </div>
  )
}
