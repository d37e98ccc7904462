import { APIError, ValidationError, type CollectionBeforeOperationHook, type CollectionConfig, type PayloadRequest } from 'payload'
import { ADMIN_ROLES, CONTENT_ROLES, adminExceptSelf, hiddenExcept, only, onlyField, selfOrAdmin } from '@/lib/server/cms/access'
import { auditChange, auditDelete, auditLogin } from '@/lib/server/cms/hooks/audit-change'
import { say } from '@/lib/server/cms/translations/say'
import { names, words } from '@/lib/server/cms/words'

const PASSWORD_MINIMUM = 10
const TOKEN_SECONDS = 8 * 60 * 60
const MAXIMUM_ATTEMPTS = 5
const LOCK_MILLISECONDS = 10 * 60 * 1000

const refuseShortPassword: CollectionBeforeOperationHook = ({ args, operation, req }) => {
  // Signing in with a wrong short password is a failed attempt like any other, and counts as one.
  if (operation === 'login') return args
  const data = 'data' in args ? (args.data as { password?: unknown } | undefined) : undefined
  const password = data?.password
  if (typeof password === 'string' && password.length < PASSWORD_MINIMUM) {
    const message = say(req, 'passwordTooShort', { minimum: PASSWORD_MINIMUM })
    throw new ValidationError({ collection: 'staff', errors: [{ path: 'password', message }] }, req.t)
  }
  return args
}

function resetLetter(req: PayloadRequest, token: string): string {
  const origin = process.env.PUBLIC_URL?.replace(/\/+$/, '') ?? req.origin ?? ''
  return `<p>${say(req, 'resetText')}</p><p>${origin}/admin/reset/${encodeURIComponent(token)}</p>`
}

/** Those who work in the back office. Buyers are companies, with an authentication of their own. */
export const Staff: CollectionConfig = {
  slug: 'staff',
  labels: names(words('Працівник', 'Staff member', 'Сотрудник'), words('Працівники', 'Staff', 'Сотрудники')),
  auth: {
    tokenExpiration: TOKEN_SECONDS,
    maxLoginAttempts: MAXIMUM_ATTEMPTS,
    lockTime: LOCK_MILLISECONDS,
    useSessions: true,
    forgotPassword: {
      generateEmailSubject: (args) => (args?.req ? say(args.req, 'resetSubject') : ''),
      generateEmailHTML: (args) => (args?.req && args.token ? resetLetter(args.req, args.token) : ''),
    },
    cookies: { sameSite: 'Strict', secure: process.env.PUBLIC_URL?.startsWith('https:') ?? false },
  },
  admin: {
    useAsTitle: 'name',
    defaultColumns: ['name', 'email', 'role'],
    group: words('Система', 'System', 'Система'),
    hidden: hiddenExcept(ADMIN_ROLES),
  },
  access: {
    admin: ({ req }) => only(CONTENT_ROLES)({ req }) === true,
    create: only(ADMIN_ROLES),
    read: selfOrAdmin,
    update: selfOrAdmin,
    delete: adminExceptSelf,
    unlock: only(ADMIN_ROLES),
  },
  hooks: { beforeOperation: [refuseShortPassword], afterChange: [auditChange], afterDelete: [auditDelete], afterLogin: [auditLogin] },
  endpoints: [
    {
      // On an empty database this endpoint would make whoever comes first an administrator.
      path: '/first-register',
      method: 'post',
      handler: (req) => {
        throw new APIError(say(req, 'firstUserClosed'), 403, null, true)
      },
    },
  ],
  fields: [
    { name: 'name', type: 'text', required: true, label: words('Ім’я та прізвище', 'Full name', 'Имя и фамилия') },
    {
      name: 'role',
      type: 'select',
      required: true,
      defaultValue: 'editor',
      saveToJWT: true,
      label: words('Роль', 'Role', 'Роль'),
      access: { create: onlyField(ADMIN_ROLES), update: onlyField(ADMIN_ROLES) },
      options: [
        { value: 'editor', label: words('Редактор', 'Editor', 'Редактор') },
        { value: 'manager', label: words('Менеджер аукціонів', 'Auction manager', 'Менеджер аукционов') },
        { value: 'admin', label: words('Адміністратор', 'Administrator', 'Администратор') },
      ],
    },
  ],
}
