import type { managerAuditEndpoints } from '@/lib/contract/manager-audit'
import type { Pool } from '@/lib/server/db/pool'
import { answer, type Handlers } from '@/lib/server/kernel/handler'
import { listAudit } from './trail'

export function createAuditEndpoints({ pool }: { pool: Pool }): Handlers<typeof managerAuditEndpoints> {
  return {
    async audit(query) {
      return answer({ data: await listAudit(pool, query) })
    },
    async auditChoices() {
      const [staff, actions, objects] = await Promise.all([
        pool.query<{ id: number; name: string }>(
          `select used.staff_id as id, coalesce(staff.name, '') as name from (select distinct staff_id from portal.audit) used
           left join cms.staff staff on staff.id = used.staff_id order by name, id limit 500`,
        ),
        pool.query<{ action: string }>(`select distinct action from portal.audit order by action limit 200`),
        pool.query<{ kind: string }>(`select distinct split_part(subject, ':', 1) as kind from portal.audit order by kind limit 200`),
      ])
      return answer({ data: { staff: staff.rows, actions: actions.rows.map(({ action }) => action), objects: objects.rows.map(({ kind }) => kind) } })
    },
  }
}
