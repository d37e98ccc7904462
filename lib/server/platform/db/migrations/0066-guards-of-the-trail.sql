-- A restore made ordinary triggers of the guards of the audit trail, which keep silent in a replica's session: where one has run they are set right.

alter table portal.audit enable always trigger append_only;
alter table portal.audit enable always trigger append_only_truncate;
