'use client'

import { useEffect, useRef, useState } from 'react'
import { Panel, MutedText } from '@/app/(cms)/office/kit'
import { useOfficeText } from '@/app/(cms)/office/office-text'
import { formatDateTime } from '@/lib/i18n/formats'
import { currentFirst, deviceName, FEW_SESSIONS } from '@/components/cabinet/sessions-list'
import { Button } from '@/components/ui/button'
import { Cell, HeadCell, Table } from '@/components/ui/table'
import { OwnTwoFactor } from './own-two-factor'
import { Failure, type SecurityStatus, useStaffCall } from './staff-calls'

/** One's own second factor and sessions. */
export function OwnSecurity() {
  const { t: say, locale } = useOfficeText('portal')
  const { t: word } = useOfficeText()
  const [status, setStatus] = useState<SecurityStatus | null>(null)
  const [few, setFew] = useState(true)
  const load = useStaffCall(async (ask) => setStatus(await ask<SecurityStatus>('/security/status', {})))
  const first = useRef(load.run)
  useEffect(() => void first.current(), [])
  const end = useStaffCall(async (ask, { path, id }: { path: 'end' | 'end-others'; id?: string }) => {
    try {
      await ask(`/security/sessions/${path}`, { id })
    } finally {
      void load.run()
    }
  })
  return (
    <div className="office">
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
        <Failure words={load.failure ?? end.failure} />
        {status && <OwnTwoFactor status={status.two_factor} onChange={() => void load.run()} />}
        {status && (
          <Panel
            title={say('sessionsTitle')}
            actions={
              status.sessions.length > 1 && (
                <Button tone="outline" size="sm" onClick={() => void end.run({ path: 'end-others' })}>
                  {say('sessionEndOthers')}
                </Button>
              )
            }
          >
            <Table caption={say('sessionsTitle')}>
              <thead>
                <tr>
                  <HeadCell>{say('sessionDevice')}</HeadCell>
                  <HeadCell>{say('sessionAddress')}</HeadCell>
                  <HeadCell>{say('sessionSeen')}</HeadCell>
                  <HeadCell />
                </tr>
              </thead>
              <tbody>
                {currentFirst(status.sessions)
                  .slice(0, few ? FEW_SESSIONS : undefined)
                  .map((session) => (
                    <tr key={session.id}>
                      <Cell title={session.device}>{nameOf(session.device)}</Cell>
                      <Cell className="whitespace-nowrap">{session.address.replace(/^::ffff:/, '')}</Cell>
                      <Cell className="whitespace-nowrap">{formatDateTime(session.last_seen_at, locale)}</Cell>
                      <Cell>
                        {session.current ? (
                          <MutedText>{say('sessionCurrent')}</MutedText>
                        ) : (
                          <Button
                            tone="quiet"
                            size="sm"
                            className="text-lose-text"
                            onClick={() => void end.run({ path: 'end', id: session.id })}
                          >
                            {say('sessionEnd')}
                          </Button>
                        )}
                      </Cell>
                    </tr>
                  ))}
              </tbody>
            </Table>
            {few && status.sessions.length > FEW_SESSIONS && (
              <Button tone="outline" size="sm" className="self-start" onClick={() => setFew(false)}>
                {word('more')}
              </Button>
            )}
          </Panel>
        )}
      </div>
    </div>
  )
}

/** "Chrome, Linux"; what names neither stays as the browser sent it. */
function nameOf(userAgent: string): string {
  const device = deviceName(userAgent)
  return device === null ? userAgent || '—' : `${device.browser}, ${device.system}`
}
