import type { useTranslations } from 'next-intl'
import type { SignInProblem } from '@/components/forms/sign-in-state'

/** Why signing in did not succeed, in words. */
export function signInProblemText(t: ReturnType<typeof useTranslations<'Login'>>, problem: SignInProblem): string {
  switch (problem.code) {
    case 'credentials':
      return t('errors.credentials')
    case 'deactivated':
      return t('errors.deactivated')
    case 'deactivatedByManager':
      return t('errors.deactivatedByManager')
    case 'tooMany':
      return t('errors.tooMany', { seconds: problem.seconds })
    case 'code':
      return t('errors.code')
    case 'expired':
      return t('errors.expired')
    case 'unavailable':
      return t('errors.unavailable')
    default:
      return problem satisfies never
  }
}
