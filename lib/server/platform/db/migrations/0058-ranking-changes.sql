-- The few entries of a finished auction that say which bids were left out of its ranking, found without reading its bids: the results
-- tell from them what would have won.
create index auction_log_ranking_changes on portal.auction_log (auction_id, seq)
  where kind in ('account_deactivated', 'account_reactivated', 'winner_disqualified', 'partial_refused');
