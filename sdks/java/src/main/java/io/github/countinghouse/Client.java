// Written by npm run reference from docs/reference/openapi.json. Nobody edits it.
package io.github.countinghouse;

/** Calls a server: a member for each feature, a method for each call. It may be used by several threads at once. */
public final class Client {
  public final SecondFactors secondFactors;
  public final SignIns signIns;
  public final Tenants tenants;
  public final People people;
  public final Sso sso;
  public final Settings settings;
  public final SecondFactorResets secondFactorResets;
  public final Entities entities;
  public final Parties parties;
  public final Branding branding;
  public final GlAccounts glAccounts;
  public final Accounts accounts;
  public final Statements statements;
  public final Balances balances;
  public final Reports reports;
  public final Limits limits;
  public final Intents intents;
  public final Postings postings;
  public final Metadata metadata;
  public final Approvals approvals;
  public final Holds holds;
  public final Templates templates;
  public final Schedules schedules;
  public final Imports imports;
  public final Attachments attachments;
  public final Comments comments;
  public final Recon recon;
  public final Periods periods;
  public final CloseTasks closeTasks;
  public final Notifications notifications;
  public final SavedViews savedViews;
  public final Interest interest;
  public final Revaluations revaluations;
  public final YearEnds yearEnds;
  public final Events events;
  public final Anchors anchors;
  public final Witnesses witnesses;
  public final Performance performance;
  public final AuditExport auditExport;
  public final Webhooks webhooks;
  public final Health health;
  public final Replays replays;
  public final Evidence evidence;
  public final Snapshots snapshots;
  public final Currencies currencies;
  public final Fx fx;
  public final Policies policies;
  public final Controls controls;
  public final Privacy privacy;
  public final SigningKeys signingKeys;
  public final ServiceAccounts serviceAccounts;
  public final AllowLists allowLists;
  public final ApiKeys apiKeys;
  public final AccessReviews accessReviews;

  /** A client for a server at a URL, with an API key. */
  public Client(String url, String apiKey) {
    this(url, apiKey, new ClientSettings());
  }

  public Client(String url, String apiKey, ClientSettings settings) {
    Transport transport = new Transport(url, apiKey, settings);
    this.secondFactors = new SecondFactors(transport);
    this.signIns = new SignIns(transport);
    this.tenants = new Tenants(transport);
    this.people = new People(transport);
    this.sso = new Sso(transport);
    this.settings = new Settings(transport);
    this.secondFactorResets = new SecondFactorResets(transport);
    this.entities = new Entities(transport);
    this.parties = new Parties(transport);
    this.branding = new Branding(transport);
    this.glAccounts = new GlAccounts(transport);
    this.accounts = new Accounts(transport);
    this.statements = new Statements(transport);
    this.balances = new Balances(transport);
    this.reports = new Reports(transport);
    this.limits = new Limits(transport);
    this.intents = new Intents(transport);
    this.postings = new Postings(transport);
    this.metadata = new Metadata(transport);
    this.approvals = new Approvals(transport);
    this.holds = new Holds(transport);
    this.templates = new Templates(transport);
    this.schedules = new Schedules(transport);
    this.imports = new Imports(transport);
    this.attachments = new Attachments(transport);
    this.comments = new Comments(transport);
    this.recon = new Recon(transport);
    this.periods = new Periods(transport);
    this.closeTasks = new CloseTasks(transport);
    this.notifications = new Notifications(transport);
    this.savedViews = new SavedViews(transport);
    this.interest = new Interest(transport);
    this.revaluations = new Revaluations(transport);
    this.yearEnds = new YearEnds(transport);
    this.events = new Events(transport);
    this.anchors = new Anchors(transport);
    this.witnesses = new Witnesses(transport);
    this.performance = new Performance(transport);
    this.auditExport = new AuditExport(transport);
    this.webhooks = new Webhooks(transport);
    this.health = new Health(transport);
    this.replays = new Replays(transport);
    this.evidence = new Evidence(transport);
    this.snapshots = new Snapshots(transport);
    this.currencies = new Currencies(transport);
    this.fx = new Fx(transport);
    this.policies = new Policies(transport);
    this.controls = new Controls(transport);
    this.privacy = new Privacy(transport);
    this.signingKeys = new SigningKeys(transport);
    this.serviceAccounts = new ServiceAccounts(transport);
    this.allowLists = new AllowLists(transport);
    this.apiKeys = new ApiKeys(transport);
    this.accessReviews = new AccessReviews(transport);
  }
}
