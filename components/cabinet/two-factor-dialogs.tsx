import { useTranslations } from 'next-intl'
import { FormDialog, useRequiredTexts } from '@/components/forms/form-dialog'
import { PasswordField } from '@/components/forms/password-field'
import { useCall } from '@/components/forms/call-texts'
import {
  AppSecret,
  RecoveryCodes,
  type TwoFactorCalls,
  type TwoFactorTask,
  useTwoFactorTask,
} from '@/components/identity/two-factor'
import { Button } from '@/components/ui/button'
import { Dialog } from '@/components/ui/dialog'
import { CodeField } from '@/components/ui/field'
import { api } from '@/lib/api/browser'

const CALLS: TwoFactorCalls = {
  begin: async (proof) => (await api.twoFactor.begin(proof)).data,
  enable: async (proof) => (await api.twoFactor.enable(proof)).data.recovery_codes,
  disable: (proof) => api.twoFactor.disable(proof),
  renew: async (proof) => (await api.twoFactor.renewRecoveryCodes(proof)).data.recovery_codes,
}

export function TwoFactorDialog({ task, onClose }: { task: TwoFactorTask; onClose: (done: boolean) => void }) {
  const t = useTranslations('TwoFactor')
  const tCommon = useTranslations('Common')
  const { secret, codes, fields, submit } = useTwoFactorTask(task, CALLS, () => onClose(true))
  const mutation = useCall(submit)
  const form = useRequiredTexts(fields, (typed) => void mutation.run(typed))
  if (codes !== null)
    return (
      <Dialog
        open
        holds
        onOpenChange={(open) => !open && onClose(true)}
        title={t('codesTitle')}
        description={t('codesText')}
        closeLabel={tCommon('close')}
        actions={<Button onClick={() => onClose(true)}>{t('done')}</Button>}
      >
        <RecoveryCodes
          codes={codes}
          texts={{ copy: t('copy'), copied: t('copied'), save: t('download'), fileName: t('fileName') }}
        />
      </Dialog>
    )
  const [name, verb] = {
    on: secret === null ? (['begin', 'next'] as const) : (['scan', 'turnOn'] as const),
    off: ['off', 'turnOff'] as const,
    renew: ['renew', 'renew'] as const,
  }[task]
  return (
    <FormDialog
      title={t(`${name}Title`)}
      text={t(`${name}Text`)}
      verb={t(verb)}
      danger={task === 'off'}
      pending={mutation.pending}
      failure={mutation.failure}
      onClose={() => onClose(false)}
      onSubmit={form.submit}
    >
      {secret !== null && <AppSecret secret={secret} picture={t('picture')} byHand={t('byHand')} />}
      {fields.includes('password') && (
        <PasswordField
          name="password"
          label={tCommon('ownPassword')}
          autoComplete="current-password"
          error={form.errorOf('password')}
        />
      )}
      {fields.includes('code') && (
        <CodeField
          autoFocus={task === 'on'}
          label={t(task === 'on' ? 'code' : 'codeOrRecovery')}
          hint={task === 'on' && t('sessions')}
          inputMode={task === 'on' ? 'numeric' : undefined}
          error={form.errorOf('code')}
        />
      )}
    </FormDialog>
  )
}
