-- Answers to feedback go to everyone: viewers write to the seller too.
create or replace function portal.readers_of(kind text) returns text[] language sql immutable parallel safe as $$
  select case
    when kind in ('agreement_ready', 'agreement_in_force', 'auction_result', 'winner_confirmed', 'win_withdrawn', 'winner_disqualified')
      then array['owner', 'trader', 'viewer', 'papers']
    when kind in ('account_confirmed', 'account_rejected', 'account_deactivated', 'account_reactivated', 'access_requested', 'paper_address_changed', 'token_made')
      then array['owner']
    when kind = 'feedback_answered' then array['owner', 'trader', 'viewer']
    else array['owner', 'trader']
  end
$$;
