import { useState } from 'react'
import { DateField } from '@/components/office/date-field'
import { DecisionDialog } from '@/components/office/decision-dialog'
import { FaultNotice } from '@/components/office/kit'
import { useOfficeText } from '@/components/office/office-text'
import { useOfficeQuery } from '@/components/office/queries'
import { Button } from '@/components/ui/button'
import { SpecSheet } from '@/components/ui/card'
import { TextField } from '@/components/ui/field'
import { api } from '@/lib/api/browser'
import { formatDate, formatPercent, readTypedDecimal } from '@/lib/i18n/formats'

/** The National Bank's rates, which penalties of agreements may follow (R16.7). */
export function KeyRates() {
  const { t } = useOfficeText()
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button size="sm" tone="outline" onClick={() => setOpen(true)}>
        {t('keyRate')}
      </Button>
      {isOpen && <KeyRateDialog onClose={() => setOpen(false)} />}
    </>
  )
}

const SHOWN = 5

function KeyRateDialog({ onClose }: { onClose: () => void }) {
  const { t, locale } = useOfficeText()
  const { data: rates = [], fault } = useOfficeQuery(
    ['key-rates'],
    async () => (await api.manager.keyRates({})).data.list,
  )
  const [since, setSince] = useState('')
  const [typed, setTyped] = useState('')
  const [isChecked, setChecked] = useState(false)
  const rate = readTypedDecimal(typed.trim(), 2, locale)
  const isRate = rate !== null && /^\d{1,2}\./.test(rate)
  return (
    <DecisionDialog
      title={t('keyRate')}
      text={t('keyRateText')}
      verb={t('enterKeyRate')}
      isValid={() => {
        setChecked(true)
        return since !== '' && isRate
      }}
      done="keyRateEntered"
      decide={() => api.manager.addKeyRate({ since, rate: rate ?? '' })}
      onClose={onClose}
    >
      {fault && <FaultNotice fault={fault} />}
      <SpecSheet
        look="compact"
        rows={rates
          .slice(0, SHOWN)
          .map((each) => [formatDate(`${each.since}T12:00:00Z`, locale), formatPercent(each.rate, locale)])}
      />
      <DateField
        label={t('keyRateSince')}
        value={since}
        error={isChecked && since === '' ? t('dateMissing') : undefined}
        onChange={setSince}
      />
      <TextField
        label={t('keyRatePercent')}
        inputMode="decimal"
        value={typed}
        error={isChecked && !isRate ? t('keyRateMissing') : undefined}
        onChange={(event) => setTyped(event.target.value)}
      />
    </DecisionDialog>
  )
}
