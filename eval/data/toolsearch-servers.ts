/** Tools as servers offer them: `name(parameters): description`, and below it what somebody asks who needs it. */
export const servers = `
# github
create_issue(owner, repo, title, body, labels): Open a new issue in a repository
> Our login page crashes on Safari, please file that with the backend team's repo so it is not forgotten
> Create a new issue titled "Crash on startup" in the acme/app repository with the label bug
list_issues(owner, repo, state, labels, since): List issues in a repository with optional filters
> which bugs are still open in our project?
> Retrieve all closed issues of the repository from the last month
add_issue_comment(owner, repo, issue_number, body): Add a comment to an existing issue
> reply on issue 412 that we are looking into it
> Add a comment to issue #88 saying the fix will ship on Friday
create_pull_request(owner, repo, title, head, base, draft): Create a new pull request
> I pushed my branch feature/login, now I'd like the others to review it before it lands in main
> Open a pull request from feature-x into main with a short description of the changes
merge_pull_request(owner, repo, pull_number, merge_method): Merge a pull request
> the review is through and all checks are green, squash it into main
> Merge PR 19 into main
get_pull_request_files(owner, repo, pull_number): Get the list of files changed in a pull request
> what does PR 77 touch?
search_code(q, sort, per_page): Search for code across repositories
> where in our organisation do we still call the legacy payment function
> Search the code base for usages of the function parseConfig
fork_repository(owner, repo, organization): Fork a repository to your account or an organization
> get my own copy of facebook/react that I can push to
> I'd like a fork of the repo torvalds/linux in our organization
create_branch(owner, repo, branch, from_branch): Create a new branch in a repository
> make a branch called hotfix-2 off develop
list_commits(owner, repo, sha): Get the commit history of a branch
> who changed the code last week on the develop branch?
> Show the latest commits on main
get_file_contents(owner, repo, path, branch): Get the contents of a file or directory from a repository
> show the README of vercel/next.js
> Get the contents of src/index.ts from the repository
star_repository(owner, repo): Star a repository for the authenticated user
# slack
send_message(channel, text, thread_ts): Post a message to a channel
> Let everyone in #general know that the deployment is finished
> Post the message "Build 42 is live" to the #releases channel
> After you have collected the sales figures and checked them with Anna, whose numbers sometimes differ, send a message with the result to the channel where the managers are
list_channels(limit, cursor): List public channels in the workspace
> which rooms do we have in our chat workspace
> list all channels of the Slack workspace
reply_to_thread(channel, thread_ts, text): Reply to a message thread
> answer Maria in the discussion she started this morning
> reply in the thread with a link to the design document
add_reaction(channel, timestamp, reaction): Add an emoji reaction to a message
> give a thumbs up to Tom's last post
> react with an emoji to the announcement message
get_channel_history(channel, limit): Get recent messages from a channel
> catch me up on what was said in #support over the weekend
> read the latest conversation
get_users(cursor, limit): Get all users of the workspace with their basic profile
get_user_profile(user_id): Get detailed profile information for a user
> what is the job title and time zone of U02AB3?
set_status(status_text, status_emoji, expiration): Set your own status
> show me as on vacation until Monday
> change my Slack status to "in a meeting"
schedule_message(channel, text, post_at): Schedule a message to be posted later
> tomorrow at nine the standup reminder should go out to #dev by itself
> schedule a message for Monday 8am in the team channel
# calendar
create_event(summary, start, end, attendees, location): Create an event in a calendar
> I have to see my dentist on Thursday at 3pm, put that in so nobody books over it
> Create a calendar event "Budget review" on 12 May from 10 to 11 with the finance team
list_events(calendar_id, time_min, time_max): List events of a calendar within a time range
> What's on my agenda tomorrow?
> list my events for next week
update_event(event_id, start, end, summary): Change an existing event
> move my 2 o'clock with legal to 4
> Change the start of the event to 5pm
delete_event(event_id, notify_attendees): Delete an event
> I'm not going to the team lunch anymore, cancel it and tell the guests
> remove the event from my calendar
find_free_time(attendees, duration, time_min, time_max): Find time slots at which all attendees are free
> when can Bob, Carol and I all meet for an hour this week?
> Find a time when all attendees are free for a 30 minute meeting
respond_to_invitation(event_id, response): Accept, decline or tentatively accept an invitation
> say yes to the invite from HR
list_calendars(): List all calendars the user can access
create_reminder(text, remind_at): Create a reminder for a point in time
> don't let me forget to water the plants tonight
> set a reminder to call the bank at noon
get_holidays(country, year): Get the public holidays of a country
> is the first of May a day off in France
> what are the public holidays in Spain in 2026
# postgres
query(sql): Run a read-only SQL query
> how many customers signed up last month? it is in the users table of our database
> Run a SQL query that counts rows of the orders table
list_tables(schema): List the tables of the database
> what data do we hold in the warehouse? give me an overview of the relations there
> list all tables of the postgres database
describe_table(table): Show columns, types and constraints of a table
> which fields does the invoices table have and may they be null
> show the columns and types of the customers table
explain_query(sql, analyze): Show the execution plan of a query
> why is this SELECT so slow
> show me the execution plan of this query
execute(sql): Execute a statement that modifies data: insert, update or delete
> set the price of product 12 to 9.99 in the database
create_index(table, columns, unique): Create an index on columns of a table
> speed up lookups by email in users
> add an index on the email column
list_slow_queries(min_duration_ms): List statements with the longest mean execution time
> which statements put the most load on the database
kill_session(pid): Terminate a database session
> somebody's connection blocks the whole table, get rid of it
backup_database(target): Dump the database to a file
> save everything in the db before we run the migration
# kubernetes
list_pods(namespace, label_selector): List pods in a namespace
> what is running in the staging namespace
> List all pods in the production namespace
get_pod_logs(pod, namespace, container, tail): Fetch the logs of a pod
> checkout-7d9f keeps crashing and I have no idea why, let me see what it printed
> Fetch the logs of the payment pod
describe_resource(kind, name, namespace): Describe a resource in detail with its events
> why is the pod pending
scale_deployment(deployment, replicas, namespace): Scale a deployment to a number of replicas
> we expect a lot of traffic for the sale tonight so run 10 instances of the web frontend
> Scale the web deployment to 5 replicas
restart_deployment(deployment, namespace): Perform a rolling restart of a deployment
> the api got a new secret, make it start over without downtime
> restart the deployment api-server
apply_manifest(manifest, namespace): Apply a YAML manifest to the cluster
> deploy this yaml
delete_resource(kind, name, namespace): Delete a resource
rollback_deployment(deployment, revision): Roll a deployment back to an earlier revision
> the release from an hour ago is broken, go back to what we had before
> roll back the deployment to the previous revision
exec_in_pod(pod, command, container): Run a command inside a running pod
> run ls /tmp within the worker container
list_nodes(): List the nodes of the cluster with capacity and conditions
> are all machines of the cluster healthy?
> which nodes does the Kubernetes cluster have
get_resource_usage(kind, namespace): Show CPU and memory usage of pods or nodes
> which pod eats all the RAM
> CPU and memory usage per pod
port_forward(pod, local_port, remote_port): Forward a local port to a pod
# mail
send_email(to, subject, body, attachments): Send an email
> write to john@acme.com that his order has shipped
> Send an email to sarah@corp.com with the subject "Q3 report" and attach the spreadsheet
search_emails(query, max_results): Search messages in the mailbox
> find what Lisa wrote to me about the lease last spring
> search my emails for messages from the bank
read_email(id): Retrieve the content of one email
> what does the newest message in my inbox say?
create_draft(to, subject, body): Create a draft without sending it
> prepare an answer to the landlord, but let me look it over first
> create a draft email to the whole team
reply_to_email(id, body, reply_all): Reply to an email
> tell her thanks, I got her mail
forward_email(id, to): Forward an email to other recipients
> pass the invoice message on to accounting
> forward this email to legal@corp.com
delete_email(id): Move an email to the trash
move_to_label(id, label): File an email under a label or folder
> put all newsletters into a separate folder
download_attachment(id, attachment_id, path): Download an attachment of an email
> save the PDF that came with the contract mail
> download the attachment of the last email
create_filter(from, subject, action): Create a rule for incoming mail
> from now on everything from ads@shop.com should go straight to trash
unsubscribe(id): Unsubscribe from a mailing list
> I don't want this newsletter any more
# maps
geocode(address): Convert an address into coordinates
> latitude and longitude of 10 Downing Street
reverse_geocode(latitude, longitude): Convert coordinates into an address
> what is at 48.8584, 2.2945
> Which address belongs to the coordinates 52.52, 13.405?
search_places(query, location, radius): Search for places near a location
> any good sushi around here?
> find coffee shops near Central Park
get_place_details(place_id): Get opening hours, phone number and reviews of a place
> how late is the museum open on Sundays
get_directions(origin, destination, mode): Get directions between two points
> We are staying at a hotel near the harbour and the kids are tired; how do we get from there to the zoo by tram?
> directions from Berlin to Hamburg by train
distance_matrix(origins, destinations, mode): Calculate travel distance and time for several origins and destinations
> how far is each of our warehouses from each shop
get_elevation(locations): Get the height above sea level
> how high is the summit of the mountain
> elevation above sea level of Mexico City
get_traffic(area): Current road traffic and incidents in an area
> are there any jams on the motorway right now
> what is the traffic like on the road to the airport
get_timezone(latitude, longitude): Get the time zone of a location
static_map(center, zoom, size, markers): Render a map image
> I need a picture of the neighbourhood with a pin on our office
# payments
create_customer(name, email): Create a customer
> a new client joined, add her to billing
create_invoice(customer, items, due_date): Create an invoice for a customer
> bill Acme for 20 hours of consulting
> Create an invoice for customer 42 with two items due at the end of the month
send_invoice(invoice): Email an invoice to the customer
create_payment_link(price, quantity): Create a link at which customers can pay
> give me a URL where people can pay 30 dollars for the workshop
> create a payment link for the premium plan
create_refund(payment_intent, amount): Refund a charge
> the customer returned the shoes, give her the money back
> Refund the last charge of the customer
list_charges(customer, limit): List charges, newest first
> what has Mr. Gray paid us so far?
get_balance(): Get the current account balance
> how much money do we have on the account
cancel_subscription(subscription, at_period_end): Cancel a subscription
> a client doesn't want to be charged monthly any more
> cancel the subscription sub_123
update_subscription(subscription, price, quantity): Change the plan of a subscription
> upgrade them to the pro plan
create_coupon(percent_off, duration): Create a discount coupon
> we want 20% off for black friday
list_disputes(status): List disputed payments
> which chargebacks do we have to answer
> list all disputed payments that are still open
create_price(product, unit_amount, currency, recurring): Create a price for a product
# files
read_file(path, head, tail): Read the contents of a file
> open config.yaml and tell me the port in it
> read the file report.md
write_file(path, content): Create a file or overwrite it with new content
> store this text as notes.txt
> write the results to a new file summary.txt
edit_file(path, edits): Make line-based edits to a text file
> replace the version in line 3 of setup.cfg
list_directory(path): List files and directories of a path
> what's in my downloads folder?
directory_tree(path): Get a recursive tree of files and directories
> give me an overview over the whole project layout with all subfolders
move_file(source, destination): Move or rename files and directories
> call report.doc report-final.doc instead
> rename the file a.txt to b.txt
search_files(path, pattern, exclude): Recursively find files whose name matches a pattern
> where did I leave all those .psd files
> find all files matching *.log in the folder
get_file_info(path): Get size, times and permissions of a file
> how big is video.mp4 and when was it last changed
> file size and permissions of backup.tar
create_directory(path): Create a directory
> make a new folder for 2027
delete_file(path): Delete a file
> get rid of old.log
compress(paths, archive): Pack files into a zip archive
> zip up the photos so I can send them
> create a zip archive of the src folder
extract_archive(archive, target): Unpack an archive
# browser
navigate(url): Open a URL in the browser
> go to example.com
> Open https://news.example.com in the browser
click(selector): Click an element on the page
> press the blue sign-up button
> click on the login button of the page
fill(selector, value): Fill in an input field
> type my address into the form
> fill the search field with "laptop"
screenshot(selector, full_page): Take a screenshot of the page
> capture what the site looks like
> take a full page screenshot
get_page_text(): Extract the visible text of the current page
> what does the article I have open say
evaluate(script): Execute JavaScript in the page
> run document.title in the console
select_option(selector, value): Choose an option of a drop-down
> pick Germany in the country list
> choose "Express" from the shipping drop-down
go_back(): Go back to the previous page
wait_for(selector, timeout): Wait until an element appears
print_to_pdf(path): Save the page as PDF
> keep this website as a pdf document
list_tabs(): List open tabs
# notes
create_page(parent, title, content): Create a page in the workspace
> start a new document for the meeting minutes
> create a new page "Ideas" in the workspace
append_blocks(page_id, blocks): Append content to a page
> add these three bullet points at the end of my shopping list page
search_notes(query): Search pages by text
> where did I write down the wifi password
> search my notes for the recipe
get_page(page_id): Retrieve a page with its content
update_page_properties(page_id, properties): Update properties of a page such as status or tags
> mark the task page as done
query_database(database_id, filter, sorts): Query a database of pages with filters
> list entries in my reading tracker rated five
> query the projects database for entries whose status is active
archive_page(page_id): Archive a page
create_comment(page_id, text): Comment on a page
> leave a remark on the design doc
# crm
create_contact(email, firstname, lastname, company): Create a contact
> I met a Jane Roe from Initech at the fair, here is her card, please keep her details
> create a contact for Max Miller of Beta GmbH
search_contacts(query, properties): Search contacts by name, email or company
> do we know anybody at Siemens?
update_deal(deal_id, stage, amount): Update stage or amount of a deal
> we won the Globex opportunity, mark it closed
> change the stage of the deal to negotiation
create_deal(name, pipeline, amount, contact): Create a deal in a pipeline
> new sales opportunity with Hooli worth 50k
list_deals(stage, owner): List deals of a pipeline
> what is in my sales funnel at the moment
> list all deals in the pipeline
log_call(contact, notes, duration): Record a phone call with a contact
> I just spoke with Mr. Li on the phone for ten minutes, write that down
create_ticket(subject, description, priority): Create a support ticket
> a customer complains that his parcel never came; open a case for support
> create a high priority support ticket about the broken invoice
assign_owner(object_id, owner): Assign a record to a sales representative
> from now on Peter takes care of this lead
get_company(domain): Get a company record by its domain
# monitoring
query_metrics(query, start, end, step): Query time series of metrics
> plot the error rate of the API over the past day
> query CPU metrics of the last 6 hours
list_alerts(state): List alerts that are firing
> is anything on fire right now?
> Which alerts are firing at the moment?
silence_alert(alert, duration, comment): Silence an alert for some time
> the disk alarm keeps paging me during maintenance, mute it for two hours
> silence the disk space alert for a day
create_dashboard(title, panels): Create a dashboard
> I'd like one screen with graphs of traffic and errors for the TV in the office
search_logs(query, start, end): Search log lines across services
> find every timeout exception from last night
> search logs of the checkout service for errors
create_monitor(query, threshold, notify): Create a monitor that alerts when a threshold is crossed
> warn me as soon as the queue grows over 1000 jobs
get_trace(trace_id): Get a distributed trace with its spans
> follow request 4bf92f through all services
list_incidents(status): List incidents
resolve_incident(id, summary): Resolve an incident
> the outage is over, close it
who_is_on_call(schedule): Get who is on call now
> whom do I have to wake up tonight
> who is on call today
# shop
search_products(query, category): Search products in the store
> do we sell red rain boots
> search for products in the shoes category
update_inventory(sku, quantity): Set the stock level of a product
> forty more umbrellas arrived at the warehouse
> set the stock of sku 881 to 12
create_order(customer, line_items): Create an order
> put through a purchase for Mrs. Hill: two lamps
get_order(order_id): Get an order with its items and status
> has order #1008 been paid and what did they buy
> get the status of order 5521
cancel_order(order_id, reason): Cancel an order
> the buyer changed his mind before it shipped
track_shipment(tracking_number): Track a shipment
> where is my parcel 1Z999?
> track the shipment with number 1Z12345
create_discount_code(code, percent): Create a discount code for the store
update_product(product_id, title, price): Update a product
> the lamp should cost 25 from today on
list_abandoned_checkouts(since): List carts that customers left without buying
> who put things in the cart but never bought them
# research
web_search(query, count): Search the web
> what do people say online about the new framework
> search the web for reviews of the new phone
fetch_url(url, max_length): Fetch a web page as markdown
> summarise https://example.com/blog
search_papers(query, year): Search scientific papers
> recent publications on protein folding
> find scientific papers about graph neural networks
get_paper(doi): Get abstract and citations of a paper
> who cites 10.1038/nature14539
search_news(query, from): Search news articles
> any headlines about the strike today
get_stock_quote(symbol): Get the latest price of a stock
> what are Apple shares worth
> latest stock price of Nvidia
get_weather(city): Current weather in a city
> Do I need an umbrella in Lisbon?
> what's the current weather in Tokyo
get_forecast(city, days): Weather forecast for the coming days
> will it rain this weekend in Bath
> weather forecast for Rome for the next 3 days
translate_text(text, target_language): Translate text into another language
> how do you say good morning in Korean
> translate "thank you" into Spanish
convert_units(value, from, to): Convert between units of measurement
> 5 miles in kilometres
> convert 10 kilograms to pounds
define_word(word): Look up the meaning of a word
> what does serendipity mean
> look up the definition of the word ephemeral
get_transcript(video_url): Get the transcript of a video
> what is being said in this youtube clip
> get the transcript of this video: https://youtu.be/abc
`;
