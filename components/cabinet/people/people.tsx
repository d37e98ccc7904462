'use client'

import { useTranslations } from 'next-intl'
import { useRouter } from 'next/navigation'
import { useEffect, useRef, useState } from 'react'
import { AccessRequests } from '@/components/cabinet/people/access-requests'
import { ActionsCard, type CompanyActs } from '@/components/cabinet/people/actions-card'
import { DocumentsAddress } from '@/components/cabinet/people/documents-address'
import { Invitations, InviteDialog } from '@/components/cabinet/people/invitations'
import { PersonRow } from '@/components/cabinet/people/person'
import { Button } from '@/components/ui/button'
import { Card, CardHeader } from '@/components/ui/card'
import type { People, Person } from '@/lib/contract/people'

interface PeopleViewProps {
  people: People
  /** Null unless the reader is an owner. */
  activity: CompanyActs | null
}

/** A company’s people (R14.2): everyone sees them; owners invite, change roles, remove and admit. */
export function PeopleView({ people: initial, activity }: PeopleViewProps) {
  const t = useTranslations('People')
  const router = useRouter()
  const [people, setPeople] = useState(initial)
  const [isInviting, setInviting] = useState(false)
  const [result, setResult] = useState<string | null>(null)
  const status = useRef<HTMLParagraphElement>(null)
  const isOwner = people.list.some(({ self, role }) => self && role === 'owner')

  /** Each change answers with the new state. */
  function done(message: string, current: People): void {
    setPeople(current)
    setResult(message)
    // The list of actions below is refetched.
    router.refresh()
  }

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
      {people.access_requests.length > 0 && <AccessRequests requests={people.access_requests} onDone={done} />}
      <Card>
        <CardHeader
          title={t('title')}
          aside={isOwner && <Button onClick={() => setInviting(true)}>{t('invite')}</Button>}
        />
        {!isOwner && (
          <p className="pt-3 text-small text-soft">{t('ownersOnly', { names: ownersOf(people.list).join(', ') })}</p>
        )}
        <ul className="grid grid-cols-[minmax(0,1fr)] pt-3">
          {people.list.map((person) => (
            <PersonRow key={person.id} person={person} people={people} isOwner={isOwner} onDone={done} />
          ))}
        </ul>
      </Card>
      {people.invitations.length > 0 && <Invitations invitations={people.invitations} onDone={done} />}
      <DocumentsAddress people={people} isOwner={isOwner} onDone={done} />
      {activity && <ActionsCard first={activity} key={activity.list[0]?.id ?? 0} />}
      {isInviting && <InviteDialog onClose={() => setInviting(false)} onDone={done} />}
    </div>
  )
}

const ownersOf = (list: readonly Person[]) => list.filter(({ role }) => role === 'owner').map(({ name }) => name)
