'use client'

import { useState } from 'react'
import { StatusPill } from '@/components/office/kit'
import { SpecSheet } from '@/components/ui/card'
import { useOfficeText } from '@/components/office/office-text'
import { classNames } from '@/components/ui/class-names'
import { Dialog } from '@/components/ui/dialog'
import { pillLook } from '@/components/ui/pill'
import type { ManagedApplication } from '@/lib/contract/manager-auctions'
import { numberSign } from '@/lib/i18n/formats'
import { useApplications } from './console-queries'

interface Props {
  auctionId: number
  application: ManagedApplication | undefined
}

/** Marks a company that has something in common with other applicants (R14.4). A click shows what. */
export function RelatedCompanies({ auctionId, application }: Props) {
  const { t, locale } = useOfficeText()
  const { data: applications = [] } = useApplications(auctionId)
  const [isOpen, setIsOpen] = useState(false)
  if (application === undefined || application.related.length === 0) return null
  return (
    <>
      <button type="button" className={classNames(pillLook('wait'), 'min-h-8')} onClick={() => setIsOpen(true)}>
        {t('relatedCount', { count: application.related.length })}
      </button>
      <Dialog
        open={isOpen}
        onOpenChange={setIsOpen}
        title={t('relatedTitle', { company: application.company.company_short_name })}
        closeLabel={t('close')}
      >
        <ul className="grid gap-4 divide-y divide-line">
          {application.related.map(({ company_id: id, same }) => {
            const other = applications.find(({ company }) => company.id === id)
            return (
              <li key={id} className="grid gap-3 pt-4 first:pt-0">
                <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
                  <b className="min-w-0 break-words font-semibold">
                    {other?.participant && <span className="text-soft">{numberSign(other.participant, locale)} </span>}
                    {other?.company.company_short_name}
                  </b>
                  {other && (
                    <StatusPill status={`application_${other.status}`}>{t(`application_${other.status}`)}</StatusPill>
                  )}
                </span>
                <SpecSheet
                  look="blocks"
                  rows={[...new Set(same.map(({ what }) => what))].map((what) => {
                    const values = same.filter((trait) => trait.what === what).map(({ value }) => value)
                    return [t(`same_${what}`), values[0] === null ? t('sameBrowser') : values.join(', ')] as const
                  })}
                />
              </li>
            )
          })}
        </ul>
      </Dialog>
    </>
  )
}
