'use client'

import { KeyRound } from 'lucide'
import { useLocale, useTranslations } from 'next-intl'
import { useState } from 'react'
import * as z from 'zod'
import { useApiMutation } from '@/components/forms/use-api-mutation'
import { RadioChoice } from '@/components/forms/company-fieldset'
import { FormDialog } from '@/components/forms/form-dialog'
import { FormProblem } from '@/components/forms/form-kit'
import { attemptForm, type FormAction, textsOf } from '@/components/forms/form-state'
import { PasswordField } from '@/components/forms/password-field'
import { useCheckedForm } from '@/components/forms/use-checked-form'
import { RecoveryCodes } from '@/components/identity/two-factor'
import { Button } from '@/components/ui/button'
import { Card, CardHeader } from '@/components/ui/card'
import { Dialog } from '@/components/ui/dialog'
import { TextField } from '@/components/ui/field'
import { Icon } from '@/components/ui/icon'
import { StatusNote } from '@/components/ui/notice'
import { Pill } from '@/components/ui/pill'
import { ListSelect } from '@/components/ui/list-select'
import { useListFocus } from '@/components/ui/removed-focus'
import { api } from '@/lib/api/browser'
import { orNullIfNotFound } from '@/lib/api/problems'
import { line } from '@/lib/contract/company'
import { type ApiToken, tokenAddresses, tokenScope } from '@/lib/contract/tokens'
import { formatDateTime } from '@/lib/i18n/formats'

/** For owners: tokens with which the company's own programs call the API. */
export function Programs({ tokens: initial }: { tokens: ApiToken[] }) {
  const t = useTranslations('Programs')
  const locale = useLocale()
  const [tokens, setTokens] = useState(initial)
  const [isCreating, setCreating] = useState(false)
  const [endedName, setEndedName] = useState('')
  const end = useApiMutation(async (id: number) => {
    // It may have ended already: by another owner, or by an earlier attempt whose answer was lost.
    await orNullIfNotFound(api.tokens.end({ id }))
    setEndedName(tokens.find((token) => token.id === id)?.name ?? '')
    setTokens((before) => before.filter((token) => token.id !== id))
  })
  const { list, leave } = useListFocus(tokens)
  return (
    <Card aria-labelledby="programs">
      <CardHeader id="programs" title={t('title')} />
      <p className="pb-3 pt-1 text-small text-soft">
        {t('text')}{' '}
        <a className="text-link underline underline-offset-3" href="/api/docs/programs" hrefLang="en">
          {t('howTo')}
        </a>
      </p>
      <ul ref={list} tabIndex={-1} className="grid grid-cols-[minmax(0,1fr)] outline-none">
        {tokens.map((token) => (
          <li key={token.id} className="flex flex-wrap items-center gap-x-4 gap-y-3 border-t border-line py-4">
            <Icon of={KeyRound} className="size-5 shrink-0 text-soft" />
            <div className="min-w-0 flex-1 basis-48">
              <p className="flex flex-wrap items-center gap-2 font-semibold">
                <span className="min-w-0 break-words">{token.name}</span>
                <Pill tone={token.scope === 'bid' ? 'wait' : 'done'}>{t(`scopes.${token.scope}`)}</Pill>
              </p>
              <p className="numbers break-words text-small text-soft">
                {token.addresses ?? t('everywhere')} · {t('until', { date: formatDateTime(token.expires_at, locale) })}
              </p>
              <p className="numbers break-words text-small text-soft">
                {token.owner} ·{' '}
                {token.last_used_at
                  ? t('lastUsed', { date: formatDateTime(token.last_used_at, locale) })
                  : t('neverUsed')}
              </p>
            </div>
            <Button
              size="sm"
              tone="outline"
              className="max-sm:ml-9"
              aria-label={t('endLabel', { name: token.name })}
              pending={end.sending === token.id}
              onClick={({ currentTarget }) => {
                leave(currentTarget)
                void end.run(token.id)
              }}
            >
              {t('end')}
            </Button>
          </li>
        ))}
      </ul>
      <div className="pt-2">
        <Button tone="outline" onClick={() => setCreating(true)}>
          {t('make')}
        </Button>
      </div>
      <StatusNote failure={end.failure} done={!end.pending && endedName !== '' && t('ended', { name: endedName })} />
      {isCreating && (
        <NewToken
          onCreated={(token) => setTokens((before) => [token, ...before])}
          onClose={() => {
            setCreating(false)
            setEndedName('')
          }}
        />
      )}
    </Card>
  )
}

const DAYS = ['7', '30', '90', '180', '365'] as const

const newToken = z.object({
  name: line(100),
  scope: tokenScope,
  days: z.enum(DAYS),
  addresses: z
    .string()
    .refine((text) => text.trim() === '' || tokenAddresses.safeParse(text).success, 'address_range_invalid'),
  password: z.string().min(1, 'required'),
})

function NewToken({ onCreated, onClose }: { onCreated: (token: ApiToken) => void; onClose: () => void }) {
  const t = useTranslations('Programs')
  const tCommon = useTranslations('Common')
  const [secret, setSecret] = useState<string | null>(null)
  const create: FormAction = (before, form) => {
    const typed = textsOf(form)
    return attemptForm(before, typed, async () => {
      const { name = '', days, addresses, password = '' } = typed
      const scope = typed.scope === 'bid' ? 'bid' : 'read'
      const { data } = await api.tokens.create({
        name,
        scope,
        days: Number(days),
        addresses: addresses?.trim() || null,
        password,
      })
      setSecret(data.secret)
      onCreated(data.token)
      return { email: '' }
    })
  }
  const { field, state, pending, send, submit, messageOf } = useCheckedForm<z.input<typeof newToken>>(
    newToken,
    create,
    {
      defaults: { scope: 'read', days: '90', addresses: '' },
    },
  )
  if (secret !== null)
    return (
      <Dialog
        open
        keepOnOutsidePress
        onOpenChange={(open) => !open && onClose()}
        title={t('secretTitle')}
        description={t('secretText')}
        closeLabel={tCommon('close')}
        actions={<Button onClick={onClose}>{t('done')}</Button>}
      >
        <RecoveryCodes
          codes={[secret]}
          texts={{ copy: t('copy'), copied: t('copied'), save: t('download'), fileName: t('fileName') }}
        />
      </Dialog>
    )
  const { defaultValue: _scope, ...scope } = field('scope')
  const { defaultValue: _days, ...days } = field('days')
  return (
    <FormDialog title={t('make')} verb={t('make')} pending={pending} onClose={onClose} action={send} onSubmit={submit}>
      <FormProblem problem={state.problem} />
      <TextField label={t('name')} hint={t('nameHint')} autoComplete="off" {...field('name')} />
      <RadioChoice
        legend={t('scope')}
        options={tokenScope.options.map((value) => ({ value, label: t(`allows.${value}`) }))}
        {...scope}
      />
      <ListSelect
        label={t('days')}
        options={DAYS.map((value) => ({ value, label: t('daysOption', { count: Number(value) }) }))}
        {...days}
      />
      <TextField
        label={t('addresses')}
        hint={t('addressesHint')}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        {...field('addresses')}
      />
      <PasswordField
        {...field('password')}
        label={tCommon('ownPassword')}
        autoComplete="current-password"
        error={messageOf('password')}
      />
    </FormDialog>
  )
}
