'use client'

import { useState } from 'react'
import { MutedText, Panel } from '@/app/(cms)/office/kit'
import { RecordTable } from '@/app/(cms)/office/list'
import { useOfficeText } from '@/app/(cms)/office/office-text'
import { currentFirst, deviceName, FEW_SESSIONS } from '@/components/cabinet/sessions-list'
import { Button } from '@/components/ui/button'
import { formatDateTime } from '@/lib/i18n/formats'
import { OwnTwoFactor } from './own-two-factor'
import { askStaff, Failure, type SecurityStatus, useStaffCall, useStaffQuery } from './staff-calls'

/** The user's own second factor and sessions. */
export function OwnSecurity() {
  const { t, locale } = useOfficeText('portal')
  const { t: officeText } = useOfficeText()
  const [showsAll, setShowsAll] = useState(false)
  const { data: status, failure, refetch } = useStaffQuery<SecurityStatus>('/security/status')
  const end = useStaffCall(({ path, id }: { path: 'end' | 'end-others'; id?: string }) =>
    askStaff(`/security/sessions/${path}`, { id }, locale).finally(refetch),
  )
  return (
    <div className="office">
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
        <Failure words={failure ?? end.failure} />
        {status && <OwnTwoFactor status={status.two_factor} onChange={refetch} />}
        {status && (
          <Panel
            title={t('sessionsTitle')}
            actions={
              status.sessions.length > 1 && (
                <Button tone="outline" size="sm" onClick={() => void end.run({ path: 'end-others' })}>
                  {t('sessionEndOthers')}
                </Button>
              )
            }
          >
            <RecordTable
              caption={t('sessionsTitle')}
              rows={currentFirst(status.sessions).slice(0, showsAll ? undefined : FEW_SESSIONS)}
              columns={[
                { head: t('sessionDevice'), cell: ({ device }) => <span title={device}>{nameOf(device)}</span> },
                {
                  head: t('sessionAddress'),
                  cellClass: 'whitespace-nowrap',
                  cell: ({ address }) => address.replace(/^::ffff:/, ''),
                },
                {
                  head: t('sessionSeen'),
                  cellClass: 'whitespace-nowrap',
                  cell: (session) => formatDateTime(session.last_seen_at, locale),
                },
                {
                  cell: ({ id, current }) =>
                    current ? (
                      <MutedText>{t('sessionCurrent')}</MutedText>
                    ) : (
                      <Button
                        tone="quiet"
                        size="sm"
                        className="text-lose-text"
                        onClick={() => void end.run({ path: 'end', id })}
                      >
                        {t('sessionEnd')}
                      </Button>
                    ),
                },
              ]}
            />
            {!showsAll && status.sessions.length > FEW_SESSIONS && (
              <Button tone="outline" size="sm" className="self-start" onClick={() => setShowsAll(true)}>
                {officeText('more')}
              </Button>
            )}
          </Panel>
        )}
      </div>
    </div>
  )
}

/** "Chrome, Linux"; an unknown one stays as the browser sent it. */
function nameOf(userAgent: string): string {
  const device = deviceName(userAgent)
  return device === null ? userAgent || '—' : `${device.browser}, ${device.system}`
}
